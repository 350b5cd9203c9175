// onnxruntime reports how it is used to its makers unless it is told not to, in the process's own environment: the one
// that a worker thread sees is a copy that native code does not read. So this is imported before any worker starts.

process.env.ORT_DISABLE_TELEMETRY = '1';

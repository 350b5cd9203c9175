// Endings of subtitles. How their cues are written is told by the cues.

export const subtitleTypes = ['srt', 'vtt', 'sbv', 'ass', 'ssa', 'sub', 'lrc'] as const;

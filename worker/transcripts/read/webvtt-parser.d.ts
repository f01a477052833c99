/** The parts we use of W3C's reference parser, which has no types. */
declare module 'webvtt-parser' {
  export type CueNode =
    | { type: 'text'; value: string }
    | { type: 'timestamp'; value: number }
    | { type: 'object'; name: string; value?: string; children: CueNode[] };

  export interface ParsedCue {
    startTime: number;
    endTime: number;
    text: string;
    tree: { children: CueNode[] };
  }

  const webvtt: {
    WebVTTParser: new (
      entities?: Readonly<Record<string, string>>,
    ) => {
      parse(input: string, mode: 'metadata'): { cues: ParsedCue[]; errors: { message: string }[] };
    };
  };
  export default webvtt;
}

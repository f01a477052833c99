declare module 'mldoc' {
  /** Logseq's parser. */
  export const Mldoc: {
    /** @param settings as JSON */
    parseJson: (text: string, settings: string) => string;
    parseInlineJson: (text: string, settings: string) => string;
  };
}

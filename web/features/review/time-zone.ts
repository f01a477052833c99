/** This device's time zone, as an IANA name. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Where this device is, as an IANA name. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

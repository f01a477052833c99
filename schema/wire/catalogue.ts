export type { Podcast, Subscription } from './replies/catalogue.ts';

/** Detects text that addresses the assistant, and content no statement may have. */
import { hasInvisible, withoutInvisible } from '../../../schema/wire/text.ts';

const MODEL = String.raw`(?:ai|a\.i\.|assistant|language model|chatbot|chat bot|llm|gpt|bot|summari[sz]er|model)`;
const REPLY = `(?:answers?|repl(?:y|ies)|responses?|outputs?|summar(?:y|ies)|insights?|digests?|notes|takeaways|message)`;

const INJECTIONS = [
  String.raw`\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|guardrails?|told|above|transcript|conversation|episode)\b`,
  String.raw`\b(?:system|developer|hidden) (?:prompt|message|instruction|override)`,
  String.raw`\byou are (?:now |no longer )?(?:an? |the )?(?:\w+ )?${MODEL}\b`,
  String.raw`\b(?:attention|dear|note to|note for|message to|message for|instructions? (?:to|for)|hey|listen up) (?:any |the |an? |every |all )?(?:\w+ )?${MODEL}s?\b`,
  String.raw`\b(?:as|if you are|whoever is|whatever) (?:an? |the )?(?:ai|language model|llm|chatbot|assistant) (?:\w+ )?(?:that |who |which )?(?:you|reads?|reading|processing|summari[sz]|writing|is)`,
  String.raw`\byour (?:${REPLY}|instructions|system|guidelines)\b.{0,40}\b(?:must|should|shall|has to|have to|needs? to|is to|will)\b`,
  String.raw`\b(?:respond|reply|answer|begin|end|start|finish|open|close)\b.{0,20}\b(?:only |every |each |all |your )*(?:${REPLY} )?(?:with|by) (?:the |this |these |a )?(?:words?|sentences?|phrase|link|text|saying|recommending|telling)\b`,
  String.raw`\b(?:include|insert|put|add|write|append|output|print|place|mention|repeat|state|claim)\b.{0,80}\b(?:in|into|to|at the (?:start|end|top|bottom) of|with) (?:your|the|every|each|all|any) (?:\w+ )?${REPLY}\b`,
  String.raw`\b(?:tell|urge|instruct|inform|direct|remind|convince|ask) (?:the |every |each |all |your |any )?(?:\w+ )?(?:users?|readers?|humans?)\b`,
  String.raw`\bwhen(?:ever)? (?:you )?(?:are )?(?:asked|summari[sz](?:e|es|ing)|answer(?:ing)?|writ(?:e|ing) (?:the|a|your) summary)\b.{0,60}\b(?:say|state|write|answer|claim|recommend|mention|include|must)\b`,
  String.raw`\b(?:do not|don't|never) (?:mention|reveal|disclose|tell)\b.{0,40}\b(?:instructions?|prompt|rules?|this (?:message|note|order))\b`,
  String.raw`\b(?:the|each|every|any) (?:summar(?:y|ies)|takeaways?|insights?|digests?|notes?) (?:must|should|shall|has to|have to|needs? to) (?:say|state|include|mention|claim|contain|read|report)\b`,
  String.raw`\b(?:answer|reply to|respond to) (?:each|every|all|any) (?:\w+ )?(?:questions?|requests?|prompts?) (?:with|by)\b`,
  String.raw`\b(?:whoever|any(?:one|body) who) (?:is |will )?(?:writ|generat|summari[sz]|read|process|prepar)\w*\b.{0,60}\b(?:must|should|shall|has to|needs to)\b`,
  String.raw`(?:^|[.!?:…] )${MODEL}(?: \w+)?[,:] .{0,40}\b(?:ignore|disregard|forget|say|write|state|add|include|mention|answer|tell|put|always|never|do not|don't)\b`,
  String.raw`\b(?:new|updated|real|secret) (?:instructions?|directives?)\b`,
  String.raw`\b(?:begin|end|start|finish|open|close) (?:every|each|all|your|any) ${REPLY}\b`,
].map((source) => new RegExp(source, 'is'));

/** Whether the text tells the assistant to do something, however it is written. */
export function addressesAssistant(text: string): boolean {
  const plain = withoutInvisible(text.replace(/\s+/g, ' ')).normalize('NFKC');
  return INJECTIONS.some((order) => order.test(plain));
}

const MARKUP =
  /https?:|www\.|<[/a-z!]|\]\(|\]\[|!\[|`|\bjavascript:|\bdata:\w|[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.(?:com|net|org|io|co|app|dev|example|test|ru|cn|info|biz)\b|\{\{|&#?\w+;/i;

/** Emoji, combining marks that strike out letters, and the replacement character. */
const NOT_SPOKEN = /\p{Emoji_Presentation}|[\u0334-\u0338\u20d0-\u20ff\ufffd]/u;
/** Some scripts need them between letters. */
const JOINERS = /[\u200c\u200d]/g;

/**
 * Whether the text has links, addresses or markup, which nobody speaks and a reader might follow, or
 * characters that change how the others look.
 */
export function hasMarkup(text: string): boolean {
  return (
    MARKUP.test(text.normalize('NFKC')) ||
    NOT_SPOKEN.test(text) ||
    hasInvisible(text.replace(JOINERS, ''))
  );
}

/** Whether a text is a URL of HTTP or HTTPS that paths can be appended to, so it has no query. */
export function isServiceUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#][^\s?#]*$/i.test(text) && URL.canParse(text);
}

// In this order: punctuation, compound numbers (24/7, 99.9), 2FA, ordinals, number and word, Q&A, O1, plurals of acronyms,
// acronyms, acronyms before a word, words, anything else.
const tokenPattern = new RegExp(
  [
    "[-/&,+.:'’()]",
    String.raw`\d+(?:(?:[.,/x-]|to)\d+)+`,
    String.raw`\d+[A-Z]{1,2}(?=[A-Z][a-z]|[^A-Za-z]|$)`,
    String.raw`\d+(?:st|nd|rd|th)(?![a-z])`,
    String.raw`\d+\p{Ll}*`,
    String.raw`\p{Lu}&\p{Lu}(?!\p{Ll})`,
    String.raw`\p{Lu}{1,2}\d(?![\d.])`,
    String.raw`\p{Lu}{2,}s(?!\p{Ll})`,
    String.raw`\p{Lu}{2,}(?!\p{Ll})`,
    String.raw`\p{Lu}+(?=\p{Lu}\p{Ll})`,
    String.raw`\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+`,
    String.raw`\S`,
  ].join('|'),
  'gu',
);

/** Converts a key to a title in sentence case: `apiAccess` to "API access". */
export function toSentenceCase(name: string): string {
  if (isReadable(name)) return collapseWhitespace(name);
  const upperCase = isUpperCase(name);
  const words = splitWords(name).map((word) => normalizeWord(word, upperCase));
  return capitalize(hyphenate(collapseWhitespace(joinTokens(words))));
}

/** Converts the key of a plan to a title: `BUSINESS_PLUS` to "Business Plus". */
export function toPlanTitle(name: string): string {
  if (isReadable(name)) return collapseWhitespace(name);
  const upperCase = isUpperCase(name);
  const words = splitWords(name).map((word) => capitalize(normalizeWord(word, upperCase)));
  return collapseWhitespace(joinTokens(words));
}

/** Converts the name of a product to a title. Only an all-lowercase name is changed. */
export function toProductTitle(name: string): string {
  return /\p{Lu}/u.test(name) ? collapseWhitespace(name) : capitalize(collapseWhitespace(name));
}

/** A name of several words or without Latin letters is already a title. */
function isReadable(name: string): boolean {
  return /\s/.test(name.trim()) || !/[A-Za-z]/.test(name);
}

function isUpperCase(name: string): boolean {
  return !/\p{Ll}/u.test(name);
}

/** Converts a name to a slug: `24-5TechSupport` to `24-5-tech-support`. Empty if the name has no Latin letter or digit. */
export function slugify(name: string): string {
  const plain = splitWords(name.normalize('NFKD').replace(/\p{M}/gu, '')).join(' ').replace(/&/g, ' and ');
  return plain
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function splitWords(name: string): string[] {
  const words: string[] = [];
  for (const word of name.replace(/[_\s]+/g, ' ').match(tokenPattern) ?? []) {
    // Known spellings such as GitHub and GraphQL stay one word.
    const joined = `${words.at(-1)}${word}`;
    if (findSpelling(joined)) words.splice(-1, 1, joined);
    else words.push(word);
  }
  return words;
}

/** Lowercases a word, except for acronyms. In an all-uppercase name only short words without a vowel count as such. */
function normalizeWord(word: string, upperCase: boolean): string {
  const known = findSpelling(word);
  if (known) return known;
  const numbered = /^(\d+)([a-z]{3,})$/.exec(word);
  if (numbered) return `${numbered[1]}-${numbered[2]}`;
  if (/^\p{Lu}(?:\p{Lu}+s?|&\p{Lu})$/u.test(word) && !upperCase) return word;
  if (upperCase && /^[^AEIOUY\d]{2,3}$/.test(word)) return word;
  return /^\d|^\p{Lu}+\d$/u.test(word) ? word : word.toLowerCase();
}

/** Joins words with spaces, except around punctuation that takes none. */
function joinTokens(words: string[]): string {
  return words
    .join(' ')
    .replace(/ ([,.:)])/g, '$1')
    .replace(/([(]) /g, '$1')
    .replace(/(?<=\S) ?([-/'’]) ?(?=\S)/g, '$1')
    .replace(/\. (?=\p{Ll})/gu, '.');
}

export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function capitalize(text: string): string {
  const first = /^[\p{L}]+/u.exec(text)?.[0] ?? '';
  // Spellings such as iOS and gRPC start with a lowercase letter.
  if (findSpelling(first) === first) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words with capitals of their own, which splitting and lowercasing would lose. */
const knownSpellings = `
  2D 2FA 3D A/B ACH ACL ACLs AES AI API APIs B2B B2C BYOD BYOK CDN CI/CD CLI CMS CNAME CRM CRMs CSM CSS CSV
  DKIM DLP DMARC DNS DPA EKM ERP ETL EU EULA FAQ FAQs FIPS FTP GDPR GPT GPU GPUs gRPC GraphQL HIPAA HR HTML HTTP
  HTTPS ID IDE IDEs IDs IMAP iOS IoT IP iPad iPadOS iPhone IPs ISO ITAR JSON JWT KPI KPIs LDAP LFS LLM LMS macOS
  MDM MFA MIP MMS MQTT NPS OAuth OCR OIDC OKR OKRs PCI PDF PDFs PHI PII POP3 PR PRs PTO PWA QA QR RAM RBAC
  ROI RPA RSS S3 SaaS SAML SCIM SDK SDKs SEO SFTP SHA SIEM SLA SLAs SLO SMB SMS SMTP SOC SPF SQL SSD SSH SSL SSO
  SVG TLS TTL TV UI UK URL URLs USB UTM UX VAT VIP VM VMs VPC VPN VPS W3C WAF WCAG WYSIWYG XML YAML ZIP

  Adobe Alexa Amazon Android Apple Asana Atlassian AWS Azure Bitbucket Canva ChatGPT Chrome ChromeOS Claude ClickUp
  Copilot Dependabot Discord Docker Dropbox DocuSign Einstein Evernote Excel Facebook Figma FigJam Firefox Gemini Git
  GitHub GitLab Gmail Google HubSpot Instagram Jenkins Jira Kafka Kubernetes LaTeX LinkedIn Linux Mac Mailchimp Mastodon
  Mendeley Microsoft MySQL NetSuite Notion Okta OneDrive OneNote OpenAI Opsgenie Oracle Outlook Overleaf PagerDuty
  PayPal Pinterest Postgres PostgreSQL Postman PowerPoint Prometheus QuickBooks Safari Salesforce SAP ServiceNow SharePoint
  Shopify Siri Slack Snowflake Splunk Stripe Tableau Telegram Terraform TikTok Trello Twilio Twitter Unsplash Visio
  WhatsApp Windows WordPress Xero YouTube Zapier Zendesk Zenhub
  English Gantt Kanban Scrum Zotero`;

const spellingsByLowerCase = new Map(
  knownSpellings
    .trim()
    .split(/\s+/)
    .map((word) => [word.toLowerCase(), word]),
);

/** The spelling of a known word, whatever the case of `word`. */
export function findSpelling(word: string): string | undefined {
  return spellingsByLowerCase.get(word.toLowerCase());
}

const hyphenations: [RegExp, string][] = [
  [/\bsingle sign on\b/gi, 'single sign-on'],
  [/\b(real) time\b/gi, '$1-time'],
  [/\b(two|multi) (factor|step)\b/gi, '$1-$2'],
  [/\b(end) to (end)\b/gi, '$1-to-$2'],
  [/\b(read) (only)\b/gi, '$1-$2'],
  [/\badd ons?\b/gi, 'add-on'],
  [/\b(self) (hosted|service|serve)\b/gi, '$1-$2'],
];

function hyphenate(text: string): string {
  return hyphenations.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

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

/** Converts the key of a plan or add-on to a title: `BUSINESS_PLUS` to "Business Plus", `cpqPlus` to "CPQ Plus". */
export function toTitleCase(name: string): string {
  if (isReadable(name)) return collapseWhitespace(name);
  const upperCase = isUpperCase(name);
  const words = splitWords(name).map((word) => normalizeWord(word, upperCase));
  const title = hyphenate(collapseWhitespace(joinTokens(words))).split(' ');
  const last = title.length - 1;
  return title
    .map((word, index) => (index > 0 && index < last && minorWords.test(word) ? word : capitalize(word)))
    .join(' ');
}

/** Words that are lowercase within a title. */
const minorWords = /^(a|an|and|as|at|but|by|for|from|in|of|on|or|per|the|to|via|with)$/;

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

/**
 * Lowercases a word, except for acronyms. In an all-uppercase name only short words without a vowel count as such. Three
 * letters without a vowel are an acronym in any name.
 */
function normalizeWord(word: string, upperCase: boolean): string {
  const known = findSpelling(word);
  if (known) return known;
  const numbered = /^(\d+)([a-z]{3,})$/.exec(word);
  if (numbered) return `${numbered[1]}-${numbered[2]}`;
  if (/^\p{Lu}(?:\p{Lu}+s?|&\p{Lu})$/u.test(word) && !upperCase) return word;
  if (upperCase && /^[^AEIOUY\d]{2,3}$/.test(word)) return word;
  if (/^[b-df-hj-np-tv-xz]{3}$/i.test(word) && !abbreviations.test(word)) return word.toUpperCase();
  if (/^\d+(st|nd|rd|th)$/i.test(word)) return word.toLowerCase();
  const measure = /^(\d+)([kmgt]b)$/i.exec(word);
  if (measure) return `${measure[1]} ${measure[2]?.toUpperCase()}`;
  return /^\d|^\p{Lu}+\d$/u.test(word) ? word : word.toLowerCase();
}

/** Abbreviated words, which are not acronyms. */
const abbreviations = /^(bps|hrs|lbs|mbs|mgr|mrs|mth|nth|pcs|pct|pkg|pts|qty|std|sts|yrs)$/i;

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
  const first = /^[\p{L}\d]+/u.exec(text)?.[0] ?? '';
  // Spellings such as iOS, gRPC and x86 start with a lowercase letter.
  if (findSpelling(first) === first) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words with capitals of their own, which splitting and lowercasing would lose. */
const knownSpellings = `
  2D 2FA 3D 4K 5G A/B ABM ACH ACL ACLs AES AI API APIs ATS B2B B2C BAA BYOD BYOK CASB CCPA CDN CDP CI/CD CLI CMS CNAME CPQ
  CPU CPUs CRM CRMs CSAT CSM CSS CSV CTA
  DAM DDoS DKIM DLP DMARC DNS DPA DSS EDI EDR EHR EKM EMEA ERP ESG ETL EU EULA FAQ FAQs FedRAMP FERPA FIPS FTP GDPR GPT
  GPU GPUs GRC gRPC GraphQL GxP HD HIPAA HR HRIS HTML HTTP
  HTTPS ID IDE IDEs IDs IMAP iOS IoT IP iPad iPadOS iPhone IPs IPv4 IPv6 ISO ITAR ITSM IVR JSON JWT KPI KPIs LDAP LFS LLM
  LLMs LMS LRS LTI LXP macOS MCP
  MDM MFA MIP MMS MP3 MP4 MQTT NLP NPS OAuth OCR OEM OIDC OKR OKRs PBX PCI PDF PDFs PHI PII PIM POP3 POS PR PRs PSA PTO PWA QA
  QR RAM RBAC RFP
  ROI RPA RSS S3 SaaS SAML SCIM SCORM SDK SDKs SEO SFTP SHA SIEM SIP SKU SKUs SLA SLAs SLO SMB SMS SMTP SOC SOX SPF SQL
  SSD SSH SSL SSO
  SVG TLS TTL TV U2F UHD UI UK URL URLs USB UTM UX VAT vCPU vCPUs VIP VM VMs VoIP VPC VPN VPS W3C WAF WCAG WMS WYSIWYG x64 x86 xAPI XML
  YAML ZIP ZTNA

  Adobe Alexa Amazon Android Apple Asana Atlassian AWS Azure Bitbucket Canva ChatGPT Chrome ChromeOS Claude ClickUp
  Copilot Dependabot Discord Docker Dropbox DocuSign Einstein Evernote Excel Facebook Figma FigJam Firefox Gemini Git
  GitHub GitLab Gmail Google HubSpot Instagram Jenkins Jira Kafka Kubernetes LaTeX LinkedIn Linux Mac Mailchimp Mastodon
  Mendeley Microsoft MySQL NetSuite Notion Okta OneDrive OneNote OpenAI Opsgenie Oracle Outlook Overleaf PagerDuty
  PayPal Pinterest Postgres PostgreSQL Postman PowerPoint Prometheus QuickBooks Safari Salesforce SAP ServiceNow SharePoint
  Shopify Siri Slack Snowflake Splunk Stripe Tableau Telegram Terraform TikTok Trello Twilio Twitter Unsplash Visio
  WhatsApp Windows WordPress Xero YouTube Zapier Zendesk Zenhub
  Canada Calendly Codespaces English Europe Gantt Hootsuite Intercom Kanban Klaviyo Magento Marketo Mixpanel Okta
  OpenID Pardot Scrum Squarespace Typeform Webflow Wix WooCommerce Wrike Zoom Zotero`;

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
  [/\b(read|view) (only)\b/gi, '$1-$2'],
  [/\b(toll) (free)\b/gi, '$1-$2'],
  [/\b(two) (way)\b/gi, '$1-$2'],
  [/\badd on(s?)\b/gi, 'add-on$1'],
  [/\b(self) (hosted|service|serve)\b/gi, '$1-$2'],
];

function hyphenate(text: string): string {
  return hyphenations.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** Combines the extension's text with notes about the price, separated by newlines. Returns null if there are none. */
export function formatMoreInfo(text: string | undefined, notes: readonly string[]): string | null {
  const items = [text?.trim() ?? '', ...notes].filter((item) => item !== '');
  return items.join('\n') || null;
}

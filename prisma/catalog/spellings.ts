/** Words whose letters are not simply small: the names of a price list are taken apart and lose them. */
const spelled = `
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

const byLowerCase = new Map(
  spelled
    .trim()
    .split(/\s+/)
    .map((word) => [word.toLowerCase(), word]),
);

/** How a word is written wherever it stands, where that is known. */
export function spellingOf(word: string): string | undefined {
  return byLowerCase.get(word.toLowerCase());
}

const joined: [RegExp, string][] = [
  [/\bsingle sign on\b/gi, 'single sign-on'],
  [/\b(real) time\b/gi, '$1-time'],
  [/\b(two|multi) (factor|step)\b/gi, '$1-$2'],
  [/\b(end) to (end)\b/gi, '$1-to-$2'],
  [/\b(read) (only)\b/gi, '$1-$2'],
  [/\badd ons?\b/gi, 'add-on'],
  [/\b(self) (hosted|service|serve)\b/gi, '$1-$2'],
];

/** Ties words with a hyphen that are one thing. */
export function joinWords(text: string): string {
  return joined.reduce((result, [words, tied]) => result.replace(words, tied), text);
}

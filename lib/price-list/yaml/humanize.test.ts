import { describe, expect, it } from 'vitest';
import { slugify, toProductTitle, toSentenceCase, toTitleCase } from './humanize';

describe('toSentenceCase and slugify', () => {
  it.each([
    ['apiAccess', 'API access', 'api-access'],
    ['customSLAs', 'Custom SLAs', 'custom-slas'],
    ['annotatePDFs', 'Annotate PDFs', 'annotate-pdfs'],
    ['24-5TechSupport', '24-5 tech support', '24-5-tech-support'],
    ['24/7ChatSupport', '24/7 chat support', '24-7-chat-support'],
    ['24x7Support', '24x7 support', '24x7-support'],
    ['99.9UptimeSLA', '99.9 uptime SLA', '99-9-uptime-sla'],
    ['256BitAES', '256 bit AES', '256-bit-aes'],
    ['2factorAuthentication', '2-factor authentication', '2factor-authentication'],
    ['enforce2FA', 'Enforce 2FA', 'enforce-2fa'],
    ['boxSignVia3rdParty', 'Box sign via 3rd party', 'box-sign-via-3rd-party'],
    ['SSL/TLSEncryption', 'SSL/TLS encryption', 'ssl-tls-encryption'],
    ['ad-free', 'Ad-free', 'ad-free'],
    ['pulseQ&A', 'Pulse Q&A', 'pulse-q-and-a'],
    ['email&SlackDigests', 'Email & Slack digests', 'email-and-slack-digests'],
    ['exportDesignsAsMP4', 'Export designs as MP4', 'export-designs-as-mp4'],
    [
      'copilotAnsweringAboutIssues,PRs,Etc',
      'Copilot answering about issues, PRs, etc',
      'copilot-answering-about-issues-prs-etc',
    ],
    ['apiClientSocket.io', 'API client socket.io', 'api-client-socket-io'],
    ['singleSignOn', 'Single sign-on', 'single-sign-on'],
    ['realTimeCollaboration', 'Real-time collaboration', 'real-time-collaboration'],
    ['githubActions', 'GitHub actions', 'github-actions'],
    ['apiClientGraphQL', 'API client GraphQL', 'api-client-graphql'],
    ['iOSApp', 'iOS app', 'ios-app'],
    ['iosApp', 'iOS app', 'ios-app'],
    ['x86DockerVM', 'x86 Docker VM', 'x86-docker-vm'],
    ['dockerX86', 'Docker x86', 'docker-x86'],
    ['u2fSupport', 'U2F support', 'u2f-support'],
    ['supportU2F', 'Support U2F', 'support-u2f'],
    ['videoHd', 'Video HD', 'video-hd'],
    ['HD_VIDEO', 'HD video', 'hd-video'],
    ['SINGLE_SIGN_ON', 'Single sign-on', 'single-sign-on'],
    ['snake_case_name', 'Snake case name', 'snake-case-name'],
    ['Already written to be read', 'Already written to be read', 'already-written-to-be-read'],
    ['résuméUpload', 'Résumé upload', 'resume-upload'],
    ['数据导出', '数据导出', ''],
    ['  padded  ', 'Padded', 'padded'],
  ])('convert %s to "%s" and %s', (name, title, slug) => {
    expect(toSentenceCase(name)).toBe(title);
    expect(slugify(name)).toBe(slug);
  });
});

describe('toTitleCase', () => {
  it.each([
    ['FREE', 'Free'],
    ['PRO', 'Pro'],
    ['BUSINESS_PLUS', 'Business Plus'],
    ['enterprisePlus', 'Enterprise Plus'],
    ['CUSTOMER360', 'Customer 360'],
    ['AI_PRO', 'AI Pro'],
    ['XL', 'XL'],
    ['SMB', 'SMB'],
    ['Team (yearly)', 'Team (yearly)'],
    ['10', '10'],
    ['cpqPlus', 'CPQ Plus'],
    ['lti', 'LTI'],
    ['crmAnalytics', 'CRM Analytics'],
    ['CRM_ANALYTICS', 'CRM Analytics'],
    ['bpmSuite', 'BPM Suite'],
    ['githubCopilotBusiness', 'GitHub Copilot Business'],
    ['ALL_IN_ONE', 'All in One'],
    ['smsAndMmsMarketingAddOnForEssentialsTier', 'SMS and MMS Marketing Add-on for Essentials Tier'],
    ['additional1TBStorage', 'Additional 1 TB Storage'],
    ['GxP_Compliance', 'GxP Compliance'],
    ['3RD_PARTY_RATES', '3rd Party Rates'],
    ['qtyPerUser', 'Qty per User'],
    ['iOSApp', 'iOS App'],
  ])('converts %s to "%s"', (name, title) => {
    expect(toTitleCase(name)).toBe(title);
  });
});

describe('toProductTitle', () => {
  it.each([
    ['slack', 'Slack'],
    ['ClickUp', 'ClickUp'],
    ['Buffer - Publish', 'Buffer - Publish'],
    ['eBay', 'eBay'],
  ])('converts %s to "%s"', (name, title) => {
    expect(toProductTitle(name)).toBe(title);
  });
});

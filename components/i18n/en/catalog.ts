import type { Decision, ScheduleFailure, ScheduleOutcome } from '@/lib/contract/catalog-editions';
import type { EditionNoteBody, PostedNoteKind } from '@/lib/contract/edition-notes';
import type { VersionLoss } from '@/lib/contract/version-losses';
import type { CountFormatter } from '@/lib/format/plurals';

/** `/catalog`: for the product team. */
export const catalog = ({ count, plural }: CountFormatter) => {
  const accounts = (n: number) => `${count(n)} ${plural(n, { one: 'account', other: 'accounts' })}`;
  return {
    title: 'Catalog',
    lead: 'The price list: drafts, and what was published when.',
    list: 'Editions, newest first',
    newest: 'Newest editions',
    older: 'Older editions',
    backToList: 'All editions',
    edition: (number: number) => `Edition ${count(number)}`,
    live: 'Live',
    states: {
      draft: 'Draft',
      scheduled: 'Scheduled',
      published: 'Published',
      discarded: 'Discarded',
    },
    created: (name: string, date: string) => `Created by ${name} on ${date}`,
    edited: (name: string, date: string) => `Edited by ${name} on ${date}`,
    published: (name: string, date: string) => `Published by ${name} on ${date}`,
    scheduled: (name: string, date: string) => `${name} has scheduled it for ${date}`,
    /** Of an edition, and of the one that it ends. */
    ends: {
      at: (date: string) => `Ends on ${date}`,
      past: (date: string) => `Ended on ${date}`,
      draft: (number: number) => `Edition ${count(number)}, which was to end it, is a draft`,
      edition: (number: number) => `Ends edition ${count(number)}`,
      canceled: (number: number) => `Edition ${count(number)} then has no end.`,
    },
    /** What an edition has changed, in short. */
    summary: {
      added: (plans: string) => `New: ${plans}`,
      changed: (plans: string) => `Changed: ${plans}`,
      retired: (plans: string) => `No longer offered: ${plans}`,
      restored: (plans: string) => `Offered again: ${plans}`,
      more: (n: number) => `and ${count(n)} more`,
      features: (n: number) =>
        `${count(n)} ${plural(n, { one: 'feature or limit', other: 'features or limits' })}`,
      addOns: (n: number) => `${count(n)} ${plural(n, { one: 'add-on', other: 'add-ons' })}`,
      other: 'Other texts or settings',
    },
    empty: {
      title: 'No editions yet',
      body: 'Start with a template, or with a price list of your own. A draft is not public before you publish it.',
    },
    /** Pages of the plans, before there are any. */
    noPlans: {
      body: 'Write a price list and publish it. Its plans appear here.',
      action: 'Write a price list',
    },
    emptyPage: { title: 'No older editions', body: 'This page is empty.' },
    create: {
      legend: 'New draft',
      live: 'From the live list',
      template: 'From the template',
      file: 'From a file',
      drop: 'Or drop a YAML file here.',
      tooLarge: 'The file is larger than 4 MB. Nothing was created.',
      working: 'Creating the draft…',
      failed: 'The draft couldn’t be created.',
    },
    edit: 'Edit',
    publish: 'Publish',
    otherPublisher: {
      body: 'You edited this edition last. Another person publishes it.',
      copy: {
        label: 'Copy link',
        copied: 'Link copied.',
        failed: 'The link couldn’t be copied. Copy it from the address bar.',
      },
    },
    cancelSchedule: 'Cancel schedule',
    discard: 'Discard',
    preview: 'Preview for an account',
    again: 'Publish again',
    reuse: 'New draft from it',
    compare: {
      open: 'Compare with…',
      choose: (number: number) => `Choose the edition to compare with edition ${count(number)}.`,
      row: 'Compare',
      title: (from: number, to: number) => `From edition ${count(from)} to edition ${count(to)}`,
      swap: 'Swap',
      none: 'Nothing. Both editions have the same content.',
      failed: 'The editions couldn’t be compared',
      invalid: 'One of the editions has problems. Only price lists without problems can be compared.',
    },
    audit: 'See the audit',
    problems: {
      title: (n: number) => `${count(n)} ${plural(n, { one: 'problem', other: 'problems' })}`,
      body: 'The edition can’t be published before these are fixed.',
      place: (line: number, column: number) => `Line ${count(line)}, column ${count(column)}`,
    },
    changes: {
      title: 'What changes',
      publishedTitle: 'What has changed',
      none: 'Nothing. The live catalog has the same content.',
      discarded: 'The draft was discarded. It changes nothing.',
      kinds: {
        added: 'New',
        changed: 'Changed',
        retired: 'No longer offered',
        restored: 'Offered again',
      },
      price: 'Price',
      earlier: (title: string) => `Earlier ${title}`,
      earlierPlans: 'Earlier plans',
      earlierLead: 'Accounts have kept these when their plan changed. Shown is what they get if they follow.',
      included: (plan: string, addOn: string, n: number) =>
        `${plan} includes ${addOn}. It is turned off for ${accounts(n)}.`,
      app: 'Settings of the app',
      grants: 'Plans for single accounts',
      granted: (n: number) =>
        `${count(n)} ${plural(n, { one: 'grant is added.', other: 'grants are added.' })}`,
      revoked: (n: number) =>
        `${count(n)} ${plural(n, { one: 'grant is removed.', other: 'grants are removed.' })}`,
      accounts: (n: number) =>
        n === 0 ? 'No account has it.' : `${accounts(n)} ${plural(n, { one: 'has', other: 'have' })} it.`,
      retiredAccounts: (n: number) =>
        n === 0 ? 'No account has it.' : `${accounts(n)} ${plural(n, { one: 'keeps', other: 'keep' })} it.`,
      move: 'Move them to another plan',
      notForEarlier: (n: number) =>
        `${accounts(n)} on an earlier plan can’t turn it on, because that plan lacks what it needs.`,
      notMade: (n: number) =>
        plural(n, {
          one: '1 scheduled change leads to it. It will not be made, and the account stays on its plan.',
          other: `${count(n)} scheduled changes lead to it. They will not be made, and the accounts stay on their plans.`,
        }),
      notApproved: (n: number) =>
        plural(n, {
          one: '1 requested change leads to it. It can’t be approved, and expires.',
          other: `${count(n)} requested changes lead to it. They can’t be approved, and expire.`,
        }),
      renames: 'Likely renames',
      renamed: (from: string, to: string) => `${from} is probably ${to} now.`,
      renamedPlan: (n: number) =>
        `${accounts(n)} ${plural(n, { one: 'stays', other: 'stay' })} on the old plan unless the extension has this line:`,
      renamedOther: 'Accounts lose the old one unless the extension has this line:',
      unavailable: 'not available',
    },
    existing: {
      title: 'Existing accounts',
      undecided: 'Not decided',
      legend: (n: number) => `What happens to ${accounts(n)}?`,
      some: 'Keep if worse off',
      someMeans: (kept: number, followed: number) =>
        `${accounts(kept)} ${plural(kept, { one: 'keeps', other: 'keep' })} price and content. ${accounts(followed)} ${plural(followed, { one: 'gets', other: 'get' })} the change.`,
      keep: 'Keep',
      keepMeans: 'They keep price and content as they are. Only new customers get the change.',
      keep_price: 'Keep the price',
      keepPriceMeans: 'They get the new content, and pay no more than now.',
      follow: 'Follow',
      followMeans: 'They get the change at once, when the edition is published.',
      follow_renewal: 'Follow at renewal',
      followRenewalMeans:
        'Each keeps price and content until its paid period ends, and gets the change then. Accounts without a known end get it at once if billed monthly, within a year if billed yearly.',
      unsaved: 'Not saved. It applies when you publish on this page.',
      worse: 'They would be worse off if they followed:',
      /** Losses of a plan. */
      losses: {
        'the price rises': 'the price rises',
        'the minimum rises': 'the minimum rises',
        'the price is on request': 'the price is on request',
        'the price can’t be compared': 'the price can’t be compared',
        'monthly billing is withdrawn': 'monthly billing is withdrawn',
        'annual billing is withdrawn': 'annual billing is withdrawn',
        'the annual price rises': 'the annual price rises',
        'features are lost': 'features are lost',
        'limits get worse': 'limits get worse',
        'values can’t be compared': 'values can’t be compared',
        'an add-on gets worse': 'an add-on gets worse',
      } satisfies Record<VersionLoss, string>,
      concerned: (n: number) => accounts(n),
      kept: (n: number) =>
        `${accounts(n)} ${plural(n, { one: 'keeps what it has.', other: 'keep what they have.' })}`,
      priceKept: (n: number) =>
        `${accounts(n)} ${plural(n, { one: 'gets', other: 'get' })} the new content, and ${plural(n, { one: 'pays', other: 'pay' })} no more than now.`,
      renewed: (n: number) =>
        `${accounts(n)} ${plural(n, { one: 'gets', other: 'get' })} the change when the paid period ends.`,
      renewedAtOnce: (n: number) => `${accounts(n)} at once.`,
      renewalStart: (date: string) => `The first on ${date}.`,
      renewalUnknown: (n: number, date: string) =>
        `${accounts(n)} when the end is known, on ${date} at the latest.`,
      followed: (n: number) =>
        `${accounts(n)} ${plural(n, { one: 'gets', other: 'get' })} the change at once.`,
    },
    warnings: 'Check before you publish',
    dialog: {
      title: (number: number) => `Publish edition ${count(number)}?`,
      consequences: 'Customers see the new plans and prices at once.',
      consequencesLater: (date: string) => `Customers see the new plans and prices on ${date}.`,
      added: (plan: string) => `${plan} is new.`,
      retired: (plan: string) => `${plan} is no longer offered. Accounts that have it keep it.`,
      renamed: (from: string, to: string) =>
        `${from} is probably ${to} now. Its accounts follow only if the extension has the line for it.`,
      restored: (plan: string) => `${plan} is offered again.`,
      changed: (plan: string) => `${plan} changes.`,
      when: 'When',
      now: 'Now',
      later: 'At a time',
      time: 'Date and time',
      timeHint: 'Choose a time in the next two years.',
      laterHint:
        'If another edition is published before, this one gets its changes. If both change the same values, this one becomes a draft, and your webhooks get an event.',
      end: 'End',
      endNever: 'Never',
      endLater: 'On a date',
      endTime: 'Ends on',
      endTimeHint: 'Choose an end after the publication, in the next two years.',
      endHint: (edition: string) => `${edition} is published again then.`,
      endHintLater: 'The edition that is live before this one is published again then.',
      endExisting: 'What happens to accounts at the end?',
      endMeans: {
        keep: 'Accounts that have what changes keep price and content as they have them then.',
        keep_price:
          'Accounts that have what changes keep the price that they have then, and get the content that applies again.',
        follow: 'Accounts that have what changes get the price and content that apply again.',
        follow_renewal:
          'Accounts that have what changes keep price and content until their paid period ends, and then get those that apply again. Add-ons stay as they are.',
      } satisfies Record<Decision, string>,
      note: 'Note for your team',
      confirm: 'Publish now',
      confirmLater: 'Schedule publication',
      working: 'Publishing… A large price list can take a minute.',
      failed: 'It is unknown whether the edition was published. Look at its state before you try again.',
    },
    /** Of a scheduled edition when another one is published. */
    schedule: {
      failures: {
        conflict: 'Not published: an edition that was published since changes the same values.',
        confirmation_missing: 'Not published: it was not confirmed after another edition was published.',
        difference_changed: 'Not published: it would have changed something else than what was confirmed.',
        invalid: 'Not published: its text has problems with the live list.',
        limit_exceeded: 'Not published: the publication took too much time or memory.',
        end_unavailable: 'Not published: the edition before it could not be published again at its end.',
        other_publisher_required:
          'Not published: the two-person rule was turned on, and the person who scheduled it edited it last.',
        changes_requested: 'Not published: changes of it were requested.',
      } satisfies Record<ScheduleFailure['reason'], string>,
      failed: (date: string) =>
        `It was scheduled for ${date}, and is a draft again. Change its text, or publish it.`,
      confirmationRequired: 'It changes something else for accounts since another edition was published.',
      confirm: (date: string) => `Publish it again with its time, or it is not published on ${date}.`,
      before: 'Before',
      live: 'Published since',
      none: 'none',
      others: 'Other scheduled editions',
      other: (edition: string, date: string) => `${edition} is scheduled for ${date}.`,
      outcomes: {
        scheduled: (edition: string, date: string) =>
          `${edition} stays scheduled for ${date}, and gets the changes of this one.`,
        confirmation_required: (edition: string, date: string) =>
          `${edition} changes something else for accounts then. It is published on ${date} only if someone confirms it.`,
        conflict: (edition: string, date: string) =>
          `${edition} is not published on ${date}, because both change the same values. It becomes a draft.`,
        invalid: (edition: string, date: string) =>
          `${edition} is not published on ${date}, because its text has problems then. It becomes a draft.`,
      } satisfies Record<ScheduleOutcome, unknown>,
    },
    cancelDialog: {
      title: (number: number) => `Cancel the schedule of edition ${count(number)}?`,
      body: 'The edition becomes a draft with its text, and can be scheduled again.',
      keep: 'Keep schedule',
      working: 'Canceling…',
    },
    discardDialog: {
      title: (number: number) => `Discard edition ${count(number)}?`,
      body: 'The draft stays in the list and can’t be published. Its text can be used for a new draft.',
      scheduledBody:
        'The publication is canceled. The draft stays in the list, and its text can be used for a new one.',
      working: 'Discarding…',
    },
    editor: {
      save: 'Save',
      saving: 'Saving…',
      saved: 'Saved.',
      unsaved: 'Not saved yet.',
      review: 'See what changes',
      views: 'View',
      view: { source: 'Text', extension: 'Extension', theirs: 'The other text' },
      outline: 'Go to…',
      search: {
        Find: 'Find',
        Replace: 'Replace',
        next: 'Next',
        previous: 'Previous',
        all: 'All',
        'match case': 'Match case',
        regexp: 'Pattern',
        'by word': 'Whole words',
        replace: 'Replace',
        'replace all': 'Replace all',
        close: 'Close',
      },
      source: 'Price list',
      extension: 'Extension',
      theirs: 'The other text',
      loading: 'The editor is loading…',
      hint: 'F8 goes to the next problem, Ctrl+Space completes keys and names, Ctrl+F finds and replaces, Ctrl+S saves.',
      extensionHint:
        'Optional. What the price list can’t say: texts, tags, links and brand of the app, and plans for single accounts.',
      checking: 'Checking…',
      checkFailed: 'The text couldn’t be checked. It stays here, and is checked again in a few seconds.',
      noProblems: 'No problems.',
      /** Plans and add-ons. */
      differences: (n: number) =>
        n === 0
          ? 'No plan or add-on changes.'
          : `${count(n)} ${plural(n, { one: 'plan or add-on changes.', other: 'plans or add-ons change.' })}`,
      previewPart: 'Show',
      outdatedPreview: 'The preview shows the last text without problems.',
      noPreview: 'The plans appear here when the text has no problems.',
      restored: 'Your unsaved text was restored.',
      useSaved: 'Use the saved text',
      conflict:
        'Someone else has saved another text. Both are kept: yours here, the other one under “The other text”.',
      overwrite: 'Save yours',
      useTheirs: 'Use the other one',
      saveFailed: 'It is unknown whether the text was saved. It stays here. Save again.',
      readOnly: 'The edition is published or discarded, so it can’t be changed. Create a new draft from it.',
    },
    share: {
      title: 'Share link',
      body: 'Anyone with the link sees the plans and the comparison of this draft, and nothing else. It ends when the draft is published or discarded.',
      until: (date: string) => `Shared until ${date}.`,
      link: 'Link, shown once',
      copy: 'Copy link',
      copied: 'Link copied.',
      copyFailed: 'The link couldn’t be copied. Select it and copy it.',
      create: 'Create link',
      replace: 'Replace link',
      end: 'Stop sharing',
      banner: 'Draft. These plans and prices are not published and can change.',
    },
    /** What people have written about an edition and decided on it. */
    review: {
      title: 'Review',
      notes: 'Notes, newest first',
      empty: 'No notes yet.',
      older: 'Older notes are not shown.',
      text: 'Note',
      textMissing: 'Write a text first.',
      comment: 'Comment',
      requestChanges: 'Request changes',
      approve: 'Approve',
      reviewer: 'Reviewer',
      choose: 'Choose a person',
      requestReview: 'Request review',
      own: 'You edited this edition last. Another person reviews it.',
      working: 'Saving…',
      failed: 'It is unknown whether the note was saved. Look at the list before you try again.',
      kinds: {
        comment: (name: string) => `${name} commented`,
        saved: (name: string) => `${name} saved the text`,
        review_requested: (name: string, reviewer: string) => `${name} requested a review from ${reviewer}`,
        changes_requested: (name: string) => `${name} requested changes`,
        approved: (name: string) => `${name} approved it`,
      } satisfies Record<EditionNoteBody['kind'], unknown>,
      done: {
        comment: 'Comment added.',
        review_requested: 'Review requested.',
        changes_requested: 'Changes requested.',
        approved: 'Approved.',
      } satisfies Record<PostedNoteKind, string>,
      outdated: 'The draft has changed since.',
      state: 'Changes requested',
      reviewBy: (name: string) => `Review by ${name}`,
      blocked: (name: string) => `${name} has requested changes.`,
      blockedBody: 'The edition can’t be published before this person or a reviewer approves it.',
      see: 'See the review',
    },
    stale: {
      title: 'Something has changed since you looked',
      body: 'Nothing was published. This is the present difference. Review it and publish again.',
      text: 'The text of the draft.',
      existing: 'The decisions about existing accounts.',
      plans: (plans: string) => `Other changes for: ${plans}`,
    },
    done: {
      published: (number: number) => `Edition ${count(number)} is live.`,
      scheduled: (number: number, date: string) => `Edition ${count(number)} will be published on ${date}.`,
      discarded: (number: number) => `Edition ${count(number)} was discarded.`,
      canceled: (number: number) => `Edition ${count(number)} is a draft again.`,
    },
    errors: {
      edition_not_draft: 'The edition is published or discarded. Nothing was changed.',
      edition_stale: 'Someone else has changed the edition or the live catalog. Nothing was changed.',
      edition_invalid: 'The price list has problems. Nothing was published.',
      edition_unchanged: 'The live catalog has the same content. Nothing was published.',
      edition_not_found: 'The edition does not exist.',
      end_unavailable:
        'The edition can’t end: the edition before it could not be published again. Publish it without an end. Nothing was published.',
      other_publisher_required:
        'You edited this edition last. Another person publishes it. Nothing was published.',
      changes_requested:
        'Changes of the edition are requested. Who has requested them, or a reviewer, approves it first. Nothing was published.',
      other_person_required: 'You edited this edition last. Another person reviews it. Nothing was saved.',
      body_too_large: 'The text is larger than 8 MB. It stays here, and nothing was saved. Make it smaller.',
    },
  };
};

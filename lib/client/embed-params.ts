import { choiceParam, patternParam } from './search-params';

// The page for frames of other pages. Here, so that other pages do not load it.

export const embedPath = '/embed';

export const embedViews = ['plans', 'compare', 'options', 'requests', 'history'] as const;

/** Colors (`rrggbb`) and sizes in pixels of the page around a frame. Empty where the frame keeps its own. */
export const embedThemeSearchParams = {
  accent: patternParam(/^[0-9a-f]{6}$/i),
  paper: patternParam(/^[0-9a-f]{6}$/i),
  ink: patternParam(/^[0-9a-f]{6}$/i),
  radius: patternParam(/^(1?\d|2[0-4])$/),
  fontsize: patternParam(/^(1[2-9]|2[0-4])$/),
};

/** The search params of the page for frames. */
export const embedSearchParams = {
  /** The slug of the app. It is empty for the app of the host name. */
  app: patternParam(/^[a-z0-9-]{1,100}$/),
  /** Empty for those of the browser. */
  lang: patternParam(/^[a-z]{2}$/),
  theme: patternParam(/^(system|light|dark)$/),
  view: choiceParam(embedViews, 'plans'),
  ...embedThemeSearchParams,
};

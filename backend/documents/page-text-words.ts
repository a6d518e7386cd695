/**
 * Words by which pages mark what stands beside an article, in the languages of many readers. Each pattern is meant for
 * one short block of text, or for one word of an element's class or id.
 */

/** Words of class and id (split at `-`, `_` and capitals) that name such a part. */
export const PART_NAMES =
  /^(?:\w*captions?|credits?|byline|dateline|timestamp|pubdate|breadcrumbs?|newsletters?|signup|subscribe|subscription|related|relatedposts|recirc|recommended|recommendations|promos?|promotion|share|sharing|sharedaddy|socials?|comments?|disqus|bio|authorbio|authors?|authorbox|copyright|trending|popular|mostread|toolbar|advert|advertisement|ads?|adslot|sponsored|sponsor|outbrain|taboola|cta|postmeta|metadata|tags|pagination|pager|gallery)$/i;
/** The same for the frame of an image. */
export const IMAGE_NAMES = /^(?:images?|img|photos?|pictures?|imageembed|thumbnail)$/i;

const any = (...words: string[]): string => `(?:${words.join('|')})(?!\\p{L})`;
const starts = (...words: string[]): RegExp => new RegExp(`^[\\s▶►»>•*–—-]*${any(...words)}`, 'iu');
/** Nothing but this, a few words and no sentence. */
const alone = (...words: string[]): RegExp => new RegExp(`^${any(...words)}[^.!?。]{0,60}$`, 'iu');

/** What leads to other pages: the block itself, and the links that follow it. */
export const LEAD_IN = starts(
  'related',
  'read (?:more|also|next)',
  'see (?:more|also)',
  'also read',
  'more (?:on|from|stories|great)',
  'recommended',
  "don['’]t miss",
  'you (?:may|might) also',
  'most (?:read|popular)',
  'trending',
  'up next',
  'lesen sie auch',
  'mehr zum thema',
  'auch interessant',
  '(?:à )?lire aussi',
  'voir aussi',
  'lee también',
  'leer más',
  'te puede interesar',
  'ver también',
  'leia (?:também|mais)',
  'veja também',
  'saiba mais',
  'leggi anche',
  'lees (?:ook|meer)',
  'czytaj (?:też|także)',
  'zobacz (?:też|także)',
  'baca juga',
  'читайте также',
  'смотрите также',
);
const LEAD_IN_DENSE = /^(?:相关阅读|延伸阅读|相关新闻|責任編輯|责任编辑|関連記事|あわせて読みたい|관련기사|관련 기사)/;

/** Short blocks that are about the page, its publisher or its reader's account. */
export const BOILERPLATE: readonly RegExp[] = [
  LEAD_IN,
  LEAD_IN_DENSE,
  starts(
    'watch',
    'sign up (?:for|to) (?:our|the|receive|get)',
    'subscribe',
    'join our',
    'follow (?:us|me)',
    'share (?:this|on)',
    'get (?:the|our)',
    'published',
    'updated',
    'posted',
    'last updated',
    '\\(?(?:additional |with )?(?:reporting|writing|editing) by',
  ),
  alone(
    'advertisement',
    'advertising',
    'sponsored',
    'anzeige',
    'werbung',
    'publicité',
    'publicidade?',
    'pubblicità',
    'advertentie',
    'reklama?',
    'реклама',
    'iklan',
    'comments?',
    'tags',
    'share',
    'teilen',
    'partager',
    'compartir',
    'compartilhe',
    'print',
    'email',
    'text size',
    'about the author',
    'posted in',
    'filed under',
    'continue reading',
    'media playback',
    'by',
  ),
  /^loading\b.{0,30}$/i,
  /^(?:广告|廣告|広告|광고)$/,
  /\bnewsletters?\b/i,
  /\bcontributed (?:reporting|to this (?:report|story|article))\b/i,
  /\b(?:is|are) subject to copyright\b/i,
  /^(?:copyright|©|\(c\))[^.]{0,40}\.?(?: all rights reserved\.?)?$/i,
];

/** Captions and credits of images. */
export const CREDIT: readonly RegExp[] = [
  // "© 2019 Somebody. All rights reserved" is the text's, not an image's.
  /^©(?!\s*\d{4})/,
  /\((?:photo|image|picture|foto|bild|credit|ap|reuters|getty)[^)]{0,60}\)\s*$/i,
  new RegExp(
    `^\\(?${any('photos?', 'images?', 'credits?', 'foto', 'bild', 'picture', 'file photo', 'media caption', 'фото')}[^.]{0,80}$`,
    'iu',
  ),
  /^(?:写真|图片|图源|圖片)[：:]/,
  /\b(?:getty(?: images)?|shutterstock|istock|afp|ap photo|reuters)\s*(?:images)?\)?$/i,
];

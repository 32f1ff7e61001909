/** Texts of what pages of forms have of their own. */
export const words = {
  answers: 'Answers',
  question: 'Question',
  answer: 'Answer',
  note: 'Note',
  flag: 'Flag',
  flagged: 'Flagged',
  flagIt: 'Flag',
  required: 'required',
  missing: 'Missing',
  notAnswered: 'Not answered',
  noLongerAsked: 'no longer asked',
  asksNothing: 'The template asks nothing.',
  chooseTemplate: 'Choose a form template first: it says what is asked.',
} as const;

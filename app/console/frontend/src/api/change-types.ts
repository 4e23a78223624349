/** What can be changed, as openapi.yaml states it. */

export interface Baseline {
  team: string;
  name: string;
  runs: string[];
  experiment: string;
  phase: string;
  setAt: string;
  by: string;
  reason: string;
}

export interface Annotation {
  team: string;
  id: string;
  at: string;
  text: string;
  target: string | null;
  experiment: string | null;
  run: string | null;
  by: string;
  setAt: string;
}

/** What an annotation is seen with: those about something else are left out. */
export interface AnnotationSubject {
  experiment: string;
  run: string | null;
  targets: string[] | null;
}

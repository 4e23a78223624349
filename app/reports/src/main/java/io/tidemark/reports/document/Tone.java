package io.tidemark.reports.document;

/** How words are meant; each form shows it in its own way, and never by colour alone. */
public enum Tone {
    PLAIN,
    GOOD,
    BAD,
    DOUBT,
    MUTED
}

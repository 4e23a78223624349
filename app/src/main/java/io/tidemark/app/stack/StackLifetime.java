package io.tidemark.app.stack;

/** Whose a local stack is, and so how long it lasts. */
public enum StackLifetime {
    /** It is up until it is stopped, for every command in its home. */
    ANYBODY,

    /** One run or demo started it for itself, and it ends with that. */
    ONE_COMMAND
}

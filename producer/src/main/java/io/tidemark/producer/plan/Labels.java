package io.tidemark.producer.plan;

import io.tidemark.schemas.RequestClass;

/**
 * Which class requests are in.
 *
 * @param base class of them all; {@code all} for none of their own
 */
public record Labels(String base, ClassBy by) {
    public static final Labels NONE = new Labels(RequestClass.ALL, ClassBy.NONE);

    public static Labels of(String base) {
        return new Labels(base, ClassBy.NONE);
    }

    /** The class with something added, e.g. {@code chat/turn-2}; a base of {@code all} is left out. */
    public String with(String more) {
        if (more.isEmpty()) {
            return base;
        }
        return base.equals(RequestClass.ALL) ? more : base + "/" + more;
    }
}

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

    /**
     * The class with something added, e.g. {@code chat/turn-2}; a base of {@code all} is left out. What a file calls by the name of a
     * class with a meaning of its own is told apart from that.
     */
    public String with(String more) {
        if (more.isEmpty()) {
            return base;
        }
        if (!base.equals(RequestClass.ALL)) {
            return base + "/" + more;
        }
        return RequestClass.isOfItsOwn(more) ? "category/" + more : more;
    }
}

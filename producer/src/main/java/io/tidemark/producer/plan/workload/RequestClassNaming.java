package io.tidemark.producer.plan.workload;

import io.tidemark.schemas.RequestClass;

/**
 * Which class requests are in.
 *
 * @param base class of them all; {@code all} for none of their own
 */
public record RequestClassNaming(String base, RequestClassSuffix suffix) {
    public static final RequestClassNaming NONE = new RequestClassNaming(RequestClass.ALL, RequestClassSuffix.NONE);

    public static RequestClassNaming of(String base) {
        return new RequestClassNaming(base, RequestClassSuffix.NONE);
    }

    /**
     * The class with something added, e.g. {@code chat/turn-2}; a base of {@code all} is left out. What a file calls by the name of a
     * class with a meaning of its own is distinguished from that.
     */
    public String withSuffix(String more) {
        if (more.isEmpty()) {
            return base;
        }
        if (!base.equals(RequestClass.ALL)) {
            return base + "/" + more;
        }
        return RequestClass.isSpecial(more) ? "category/" + more : more;
    }
}

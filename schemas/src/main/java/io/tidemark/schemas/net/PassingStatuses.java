package io.tidemark.schemas.net;

import java.util.regex.Pattern;

/**
 * HTTP statuses of a refusal that may be another one soon, so that asking again or waiting is worth it. Each asker has a rule of its own: what one
 * loses by waiting for a refusal that stays, another loses by giving up one that passes.
 */
public enum PassingStatuses {
    /** The list of models before a run. It is advice: after any other refusal the first request decides. */
    MODEL_LIST("[5-9].."),

    /** A request for a model that a started server does not list: any other 4xx, 404 above all, says that it does not serve it. */
    UNLISTED_MODEL("429|[5-9].."),

    /** The warm-up of a started server, which is awaited: a gateway answers 404 while it does not know the server yet. */
    WARM_UP("404|429|[5-9].."),

    /** The first request of a run. A wrong path (404) or a server that fails at it (500) must not be awaited for as long as a start may take, half an hour. */
    FIRST_REQUEST("429|50[234]"),

    /** A request of the load: so many others in a row end the run. 499 is a proxy's word for a client that went away. */
    LOAD("408|409|425|429|499|[5-9].."),

    /** A request of a closed loop: the server takes no more at present, so that its place pauses. Any other refusal is an answer, and no load to ease. */
    OVERLOAD("429|503"),

    /** The delivery of an alert, which is kept until then. Any other 4xx is for good (RFC 9110; 425 of RFC 8470, 429 of RFC 6585). */
    DELIVERY("408|425|429|[5-9].."),

    /** A question to the schema registry, which answers 5xx for some seconds while its leader moves. */
    REGISTRY("429|[5-9]..");

    private final Pattern statuses;

    PassingStatuses(String statuses) {
        this.statuses = Pattern.compile(statuses);
    }

    public boolean contains(int status) {
        return statuses.matcher(Integer.toString(status)).matches();
    }
}

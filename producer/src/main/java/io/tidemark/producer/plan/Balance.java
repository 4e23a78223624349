package io.tidemark.producer.plan;

/** How the requests of a run are shared among its targets. */
public enum Balance {
    /** Each request goes to the next target, as a load balancer without memory sends it. */
    ROUND_ROBIN,

    /** As {@link #ROUND_ROBIN}, and each target gets as many as its weight says. */
    WEIGHTS,

    /** All turns of a conversation go to one target (session affinity); conversations are dealt by weight. */
    CONVERSATION
}

package io.tidemark.producer.plan.server;

import java.util.Locale;

/** Programs that run containers with the same options. */
public enum ContainerEngine {
    DOCKER,
    PODMAN;

    /** Its key in a plan and its program. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

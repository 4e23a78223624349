package io.tidemark.schemas.serde;

import io.tidemark.events.RequestEvent;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;

/**
 * Lets Avro make instances of our own events: since 1.12.2 it trusts only configured classes, even to fill in a
 * builder's default. Nothing else is trusted. {@link SchemaRegistry} calls this; code that builds events without a registry must call it too.
 */
public final class TrustedEventClasses {
    private static final String EVENTS = RequestEvent.class.getPackageName();

    private TrustedEventClasses() {}

    /** Adds our package to what the process trusts already; idempotent. */
    public static synchronized void trust() {
        ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
        if (!before.isTrusted(RequestEvent.class)) {
            ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                    before, type -> type.getPackageName().equals(EVENTS)));
        }
    }
}

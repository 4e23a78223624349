package io.tidemark.app.audit;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ProcessName;
import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.Map;

/** Makes the record of a change. Nothing secret goes into it: who may read a team's topics or rows reads it. */
public final class AuditEvents {
    private AuditEvents() {}

    /**
     * A change that this process makes now.
     *
     * @param action in the words of the command: {@code baseline set}
     * @param subject what is changed, by name or id
     * @param details what it is changed to
     */
    public static AuditEvent of(OperationContext context, String action, String subject, Map<String, String> details) {
        TrustedEventClasses.trust();
        return AuditEvent.newBuilder()
                .setId(Ulid.next(context.wallClock(), context.random()))
                .setAt(context.wallClock().instant())
                .setAction(action)
                .setSubject(subject)
                .setDetails(Map.copyOf(details))
                .setUser(ProcessName.user())
                .setHost(ProcessName.host())
                .build();
    }
}

package io.tidemark.app.audit;

import io.tidemark.events.AuditEvent;
import java.util.Map;

/** Makes records of changes, each naming who asks for it. */
@FunctionalInterface
public interface AuditSource {
    /**
     * A change that this process makes now.
     *
     * @param action in the words of the command: {@code baseline set}
     * @param subject what is changed, by name or id
     * @param details what it is changed to
     */
    AuditEvent event(String action, String subject, Map<String, String> details);
}

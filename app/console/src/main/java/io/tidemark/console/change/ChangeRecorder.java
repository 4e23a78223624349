package io.tidemark.console.change;

import io.javalin.http.Context;
import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.web.access.Caller;
import io.tidemark.web.server.Callers;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Makes the record of a change that one request asks for.
 *
 * @param operator runs the console
 * @param login id or subject of the caller's token; empty without a login
 * @param address of the client, or of the proxy before the console
 */
public record ChangeRecorder(Changes.Operator operator, String login, String address, Made made) {
    /**
     * What is the same for all changes of one request.
     *
     * @param reason the caller's reason
     */
    public record Made(InstantSource clock, RandomGenerator random, String reason) {}

    static ChangeRecorder of(Context request, Changes.Operator operator, Made made) {
        String login = Callers.of(request)
                .filter(caller -> !caller.equals(Caller.LOCAL))
                .map(Caller::name)
                .orElse("");
        return new ChangeRecorder(operator, login, request.ip(), made);
    }

    /** Who makes the change: the caller, or without a login the user of the machine. */
    public String by() {
        return login.isEmpty() ? operator.user() : login;
    }

    /**
     * A change that is made now.
     *
     * @param action in the words of the command: {@code baseline set}
     * @param subject what is changed, by name or id
     * @param details what it is changed to; the reason is added
     */
    public AuditEvent event(String action, String subject, Map<String, String> details) {
        TrustedEventClasses.trust();
        Map<String, String> all = new HashMap<>(details);
        all.put("reason", made.reason());
        return AuditEvent.newBuilder()
                .setId(Ulid.next(made.clock(), made.random()))
                .setAt(made.clock().instant())
                .setAction(action)
                .setSubject(subject)
                .setDetails(Map.copyOf(all))
                .setUser(operator.user())
                .setLogin(login)
                .setHost(operator.host())
                .setAddress(address)
                .build();
    }
}

package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.BasicCredentials;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.cluster.registry.access.UserLogins;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Whom a request is from, by its header {@code Authorization}. */
@FunctionalInterface
interface RequestLogin {
    /** The caller, or a {@link RegistryError}. */
    Future<Caller> caller(@Nullable String authorization);

    /** Everybody is let in. */
    static RequestLogin none() {
        return authorization -> Future.succeededFuture(Caller.ANYBODY);
    }

    /** Users of a file. Passwords are checked on one thread, and no more than 32 wait for it: they cost time, which strangers could take. */
    static RequestLogin of(UserLogins logins, WorkerExecutor worker) {
        int waitingLimit = 32;
        AtomicInteger waiting = new AtomicInteger();
        return authorization -> {
            Optional<BasicCredentials> given = BasicCredentials.parse(authorization);
            if (given.isEmpty()) {
                return Future.failedFuture(RegistryError.unauthorized());
            }
            Optional<Caller> known = logins.remembered(given.get());
            if (known.isPresent()) {
                return Future.succeededFuture(known.get());
            }
            if (waiting.incrementAndGet() > waitingLimit) {
                waiting.decrementAndGet();
                return Future.failedFuture(RegistryError.tooManyLogins());
            }
            return worker.executeBlocking(() -> logins.check(given.get()), true)
                    .onComplete(checked -> waiting.decrementAndGet());
        };
    }
}

package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.BasicCredentials;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.cluster.registry.access.UserLogins;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.util.Optional;

/** Whom a request is from, by its header {@code Authorization}. */
@FunctionalInterface
interface RequestLogin {
    /** Of passwords that wait to be checked, or are checked. */
    int MOST_OF_ADDRESS = 8;

    int MOST = 32;

    /** The caller, or a {@link RegistryError}. */
    Future<Caller> caller(HttpServerRequest request);

    /** Everybody is let in. */
    static RequestLogin none() {
        return request -> Future.succeededFuture(Caller.ANYBODY);
    }

    /** Users of a file. Passwords are checked on one thread, and a limited number waits for it: they cost time, which strangers could take. */
    static RequestLogin of(UserLogins logins, WorkerExecutor worker) {
        Shares<InetAddress> unchecked = new Shares<>(address -> MOST_OF_ADDRESS, MOST);
        return request -> {
            Optional<BasicCredentials> given = BasicCredentials.parse(request.getHeader(HttpHeaders.AUTHORIZATION));
            if (given.isEmpty()) {
                return Future.failedFuture(RegistryError.unauthorized());
            }
            Optional<Caller> known = logins.remembered(given.get());
            if (known.isPresent()) {
                return Future.succeededFuture(known.get());
            }
            InetAddress address = Connections.address(request.remoteAddress());
            if (!unchecked.take(address, 1)) {
                return Future.failedFuture(RegistryError.tooManyLogins(MOST_OF_ADDRESS, MOST));
            }
            return worker.executeBlocking(() -> logins.check(given.get()), true)
                    .onComplete(checked -> unchecked.giveBack(address, 1));
        };
    }
}

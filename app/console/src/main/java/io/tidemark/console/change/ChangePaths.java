package io.tidemark.console.change;

import io.javalin.config.RoutesConfig;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.Handler;
import io.tidemark.web.access.Scope;

/** Where changes are asked for: by callers with the scope {@code admin}, and not at all in a console that only reads. */
record ChangePaths(RoutesConfig routes, boolean readOnly) {
    void post(String path, Handler change) {
        routes.post(path, guarded(change), Scope.ADMIN);
    }

    void delete(String path, Handler change) {
        routes.delete(path, guarded(change), Scope.ADMIN);
    }

    private Handler guarded(Handler change) {
        return readOnly
                ? request -> {
                    throw new ForbiddenResponse("this console changes nothing: it was started to read only");
                }
                : change;
    }
}

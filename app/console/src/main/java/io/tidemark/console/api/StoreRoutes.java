package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.web.access.Scope;
import java.util.function.Function;

/** Routes that read: a request is parsed before it takes a reader of the store, and what it reads is answered as JSON. */
record StoreRoutes(RoutesConfig routes, StoreReaders store) {
    /** Parses a request into what it reads. */
    @FunctionalInterface
    interface Parser {
        Function<ResultReader, Object> parse(Context request);
    }

    /** Reads on one consistent state of the store. */
    void get(String path, Parser parser) {
        routes.get(path, request -> ApiResponse.json(request, store.read(request, parser.parse(request))), Scope.READ);
    }

    /** Each question sees the state of its own time. */
    void getWithoutSnapshot(String path, Parser parser) {
        routes.get(path, request -> ApiResponse.json(request, store.use(request, parser.parse(request))), Scope.READ);
    }
}

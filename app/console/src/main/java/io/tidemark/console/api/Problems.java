package io.tidemark.console.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.tidemark.console.view.ViewJson;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.sinks.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refusals and failures as problem+json (RFC 9457). */
public final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    public static void addTo(RoutesConfig routes) {
        routes.exception(
                HttpResponseException.class,
                (refused, request) -> answer(
                        request,
                        refused.getStatus(),
                        String.valueOf(refused.getMessage()).strip()));
        routes.exception(
                OperationException.class,
                (refused, request) ->
                        answer(request, statusOf(refused).getCode(), String.valueOf(refused.getMessage())));
        routes.exception(StoreException.class, (failed, request) -> {
            LOG.warn("{}: the store cannot be used: {}", request.path(), failed.toString());
            answer(
                    request,
                    HttpStatus.SERVICE_UNAVAILABLE.getCode(),
                    "the store cannot be read or written now; the server's log says why");
        });
    }

    private static HttpStatus statusOf(OperationException refused) {
        return refused instanceof UnavailableException
                ? HttpStatus.SERVICE_UNAVAILABLE
                : HttpStatus.UNPROCESSABLE_CONTENT;
    }

    /** Why a request was refused. */
    public record Problem(String type, String title, int status, String detail) {
        public static Problem of(int status, String detail) {
            return new Problem("about:blank", HttpStatus.forStatus(status).getMessage(), status, detail);
        }
    }

    public static void answer(Context request, int status, String detail) {
        write(request, status, Problem.of(status, detail));
    }

    /** @param problem the keys of a {@link Problem}, and others */
    public static void write(Context request, int status, Object problem) {
        request.status(status).contentType("application/problem+json").result(ViewJson.of(problem));
    }
}

package io.tidemark.simulator.http.server;

import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.http.faultinjection.FaultSchedule;
import io.vertx.core.http.HttpServerResponse;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The headers that uvicorn puts on every answer. Confined to the event loop. */
public final class UvicornHeaders {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final InstantSource clock;
    private final FaultSchedule faults;
    private long formattedSecond = Long.MIN_VALUE;
    private String formatted = "";

    public UvicornHeaders(InstantSource clock, FaultSchedule faults) {
        this.clock = clock;
        this.faults = faults;
    }

    HttpServerResponse addTo(HttpServerResponse response) {
        return response.putHeader("date", date()).putHeader("server", "uvicorn");
    }

    /** By the server's clock, which may be skewed. */
    public String date() {
        long skewSeconds = faults.active(FaultKind.SKEW)
                .map(it -> Math.round(it.fault().number()))
                .orElse(0L);
        long second = clock.instant().getEpochSecond() + skewSeconds;
        if (second != formattedSecond) {
            formattedSecond = second;
            formatted = DATE.format(java.time.Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC));
        }
        return formatted;
    }
}

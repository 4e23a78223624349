package io.tidemark.producer.client;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.tidemark.producer.plan.ConnectionPlan.KeepAlive;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a connection may carry another request: by the plan, by what the server said, by how long it has waited. */
final class KeptAlive {
    private static final Pattern TIMEOUT = Pattern.compile("timeout\\s*=\\s*(\\d{1,6})");

    private final KeepAlive plan;
    private long idleNanos;
    private int carried;
    private boolean serverKeeps;
    private long waitsFromNanos;

    KeptAlive(KeepAlive plan) {
        this.plan = plan;
        this.idleNanos = plan.idle().toNanos();
    }

    /** Open before anything asked for it. */
    void openedAhead(long nanos) {
        serverKeeps = true;
        waitsFromNanos = nanos;
    }

    void carrying() {
        carried++;
        serverKeeps = false;
    }

    /** {@code Connection: close} and {@code Keep-Alive: timeout=5} are what servers say. */
    void answered(HttpResponse response) {
        serverKeeps = HttpUtil.isKeepAlive(response);
        Matcher limit = TIMEOUT.matcher(response.headers().get("keep-alive", ""));
        if (limit.find()) {
            long serverNanos =
                    Duration.ofSeconds(Long.parseLong(limit.group(1))).toNanos();
            idleNanos = Math.min(plan.idle().toNanos(), serverNanos);
        }
    }

    void waitsFrom(long nanos) {
        waitsFromNanos = nanos;
    }

    boolean mayCarry(long nowNanos) {
        return plan.reuse() && serverKeeps && carried < plan.requests() && nowNanos - waitsFromNanos < idleNanos;
    }
}

package io.tidemark.producer.plan.read.client;

import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.RetryPlan;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code retries} section of a plan. */
public final class RetryReader {
    private static final Map<String, Outcome> OUTCOMES = Map.of(
            "refused", Outcome.CONNECTION_REFUSED,
            "reset", Outcome.CONNECTION_RESET,
            "dns", Outcome.DNS,
            "tls", Outcome.TLS,
            "connect_timeout", Outcome.CONNECT_TIMEOUT);
    private static final String RULE =
            "must be refused, reset, dns, tls, connect_timeout or an HTTP status from 400 to 599";

    private final YamlSection root;

    public RetryReader(YamlSection root) {
        this.root = root;
    }

    public RetryPlan read() {
        Optional<YamlSection> section = root.section("retries");
        if (section.isEmpty()) {
            return RetryPlan.OFF;
        }
        YamlSection retries = section.get();
        int attempts = retries.required("attempts", ValueTypes.COUNT, 1);
        List<String> on = retries.list("on", RetryReader::cause);
        if (on.isEmpty()) {
            retries.refuse("on", "must name at least one error to retry, such as [refused, 503]");
        }
        RetryPlan plan = plan(
                attempts,
                on,
                retries.optional("backoff", ValueTypes.DURATION_OR_ZERO).orElse(RetryPlan.OFF.backoff()));
        retries.refuseUnknownKeys();
        return plan;
    }

    private static RetryPlan plan(int attempts, List<String> on, Duration backoff) {
        Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
        Set<Integer> statuses = new HashSet<>();
        for (String cause : on) {
            Outcome outcome = OUTCOMES.get(cause);
            if (outcome == null) {
                statuses.add(Integer.valueOf(cause));
            } else {
                outcomes.add(outcome);
            }
        }
        return new RetryPlan(attempts, outcomes, statuses, backoff);
    }

    private static String cause(String text) {
        if (!OUTCOMES.containsKey(text) && !text.matches("[45]\\d\\d")) {
            throw new InvalidValueException(RULE);
        }
        return text;
    }
}

package io.tidemark.producer.plan.read.client;

import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.util.Optional;

/** Reads the {@code timeouts} of a plan. */
public final class TimeoutsReader {
    private final YamlSection root;

    public TimeoutsReader(YamlSection root) {
        this.root = root;
    }

    public Timeouts read() {
        Optional<YamlSection> section = root.section("timeouts");
        if (section.isEmpty()) {
            return Timeouts.DEFAULT;
        }
        YamlSection given = section.get();
        Timeouts timeouts = new Timeouts(
                given.optional("connect", ValueTypes.DURATION).orElse(Timeouts.DEFAULT.connect()),
                given.optional("first_token", ValueTypes.DURATION).orElse(Timeouts.DEFAULT.firstToken()),
                given.optional("between_tokens", ValueTypes.DURATION).orElse(Timeouts.DEFAULT.betweenTokens()),
                given.optional("total", ValueTypes.DURATION).orElse(Timeouts.DEFAULT.total()));
        given.refuseUnknownKeys();
        return timeouts;
    }
}

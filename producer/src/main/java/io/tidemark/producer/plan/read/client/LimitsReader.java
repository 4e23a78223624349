package io.tidemark.producer.plan.read.client;

import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.util.Optional;

/** Reads the {@code limits} of a plan: how much the client may have under way, and how far it may fall behind its schedule. */
public final class LimitsReader {
    private final YamlSection root;

    public LimitsReader(YamlSection root) {
        this.root = root;
    }

    public LoadLimits read() {
        Optional<YamlSection> section = root.section("limits");
        if (section.isEmpty()) {
            return LoadLimits.DEFAULT;
        }
        YamlSection given = section.get();
        LoadLimits limits = new LoadLimits(
                given.optional("in_flight", ValueTypes.COUNT).orElse(LoadLimits.DEFAULT.inFlight()),
                given.optional("drain", ValueTypes.DURATION).orElse(LoadLimits.DEFAULT.drain()),
                given.optional("schedule_lag_p99", ValueTypes.DURATION).orElse(LoadLimits.DEFAULT.scheduleLagP99()),
                given.optional("sent_share", ValueTypes.SHARE).orElse(LoadLimits.DEFAULT.sentShare()),
                given.optional("calibration_ttft_p99", ValueTypes.DURATION)
                        .orElse(LoadLimits.DEFAULT.calibrationTtftP99()),
                given.optional("calibration_itl_p99", ValueTypes.DURATION)
                        .orElse(LoadLimits.DEFAULT.calibrationItlP99()));
        given.refuseUnknownKeys();
        return limits;
    }
}

package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.ByteSize;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.kafka.TeamQuotas;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a team may take of the brokers. */
final class QuotaOptions {
    private static final String NONE = "none";

    @Option(
            names = "--produce-quota",
            paramLabel = "SIZE",
            description = "Bytes per second and broker that the team's producers may send, such as 20MiB; none removes"
                    + " it. Default: unchanged.")
    private @Nullable String produce;

    @Option(
            names = "--fetch-quota",
            paramLabel = "SIZE",
            description = "Bytes per second and broker that each thread of the team's streams may read; none removes"
                    + " it. Default: unchanged.")
    private @Nullable String fetch;

    /**
     * What was asked for; empty for what stays as it is.
     *
     * @throws InvalidInputException naming the option that cannot be
     */
    RequestedQuotas requested() {
        return new RequestedQuotas(
                Optional.ofNullable(produce).map(size -> size("--produce-quota", size)),
                Optional.ofNullable(fetch).map(size -> size("--fetch-quota", size)));
    }

    /** Quotas to set, each with its bound or none; empty for one that stays as it is. */
    record RequestedQuotas(Optional<OptionalLong> produce, Optional<OptionalLong> fetch) {
        /** In place of those of now; empty if nothing was asked for. */
        Optional<TeamQuotas.Quotas> over(TeamQuotas.Quotas now) {
            if (produce.isEmpty() && fetch.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    new TeamQuotas.Quotas(produce.orElse(now.produceBytes()), fetch.orElse(now.fetchBytes())));
        }
    }

    /** For people. */
    static String format(TeamQuotas.Quotas quotas) {
        return "produce " + format(quotas.produceBytes()) + ", fetch " + format(quotas.fetchBytes());
    }

    private static String format(OptionalLong bytes) {
        return bytes.isPresent() ? bytes.getAsLong() + " bytes/s" : "unbounded";
    }

    private static OptionalLong size(String option, String text) {
        if (text.equals(NONE)) {
            return OptionalLong.empty();
        }
        long bytes = bytes(option, text);
        if (bytes < 1) {
            throw new InvalidInputException(option + " must be 1 byte per second or more, or none, but was " + text);
        }
        return OptionalLong.of(bytes);
    }

    private static long bytes(String option, String text) {
        try {
            return ByteSize.parse(option, text);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }
}

package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.schemas.serde.TeamQuotas;
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
            description =
                    "Bytes per second and broker that the team's producers may send, such as 20MiB; none lifts it."
                            + " Default: as it is.")
    private @Nullable String produce;

    @Option(
            names = "--fetch-quota",
            paramLabel = "SIZE",
            description = "Bytes per second and broker that each thread of the team's streams may read; none lifts it."
                    + " Default: as it is.")
    private @Nullable String fetch;

    /** Empty if none was named. */
    Optional<TeamQuotas.Quotas> over(TeamQuotas.Quotas now) {
        if (produce == null && fetch == null) {
            return Optional.empty();
        }
        return Optional.of(new TeamQuotas.Quotas(
                produce == null ? now.produceBytes() : size("--produce-quota", produce),
                fetch == null ? now.fetchBytes() : size("--fetch-quota", fetch)));
    }

    /** For people. */
    static String words(TeamQuotas.Quotas quotas) {
        return "produce " + words(quotas.produceBytes()) + ", fetch " + words(quotas.fetchBytes());
    }

    private static String words(OptionalLong bytes) {
        return bytes.isPresent() ? bytes.getAsLong() + " bytes/s" : "unbounded";
    }

    private static OptionalLong size(String option, String text) {
        if (text.equals(NONE)) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(ByteSize.parse(option, text));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}

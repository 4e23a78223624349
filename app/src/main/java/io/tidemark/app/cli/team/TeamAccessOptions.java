package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ByteSize;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.team.Authentication;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.app.team.TeamAccess;
import io.tidemark.app.team.TeamPrincipals;
import io.tidemark.app.team.UserQuota;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Team;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who is to work for a team, how Kafka knows them, and what they may take. */
final class TeamAccessOptions {
    @Option(
            names = "--auth",
            defaultValue = "scram",
            description = "scram, oauth or mtls. With scram, passwords are made. Default: scram")
    private String auth = "scram";

    @Option(
            names = "--principal-prefix",
            paramLabel = "TEXT",
            description = "Principals are called by it and their kind, such as perf-reader. Default: the team and a"
                    + " dash; with mtls after CN=")
    private @Nullable String prefix;

    @Option(
            names = "--producer",
            split = ";",
            paramLabel = "NAME",
            description = "Principals that write inputs, separated by ;. In place of the prefix.")
    private Set<String> producers = Set.of();

    @Option(names = "--reader", split = ";", paramLabel = "NAME", description = "Principals that read.")
    private Set<String> readers = Set.of();

    @Option(
            names = "--service",
            split = ";",
            paramLabel = "NAME",
            description = "Principals that run streams, sink and alerts.")
    private Set<String> services = Set.of();

    @Option(
            names = "--produce-quota",
            paramLabel = "SIZE",
            description = "Bytes per second and broker of each principal. Default: 20MiB, or as it is")
    private @Nullable String produce;

    @Option(names = "--fetch-quota", paramLabel = "SIZE", description = "The same to read. Default: 40MiB, or as it is")
    private @Nullable String fetch;

    @Option(
            names = "--request-quota",
            paramLabel = "PERCENT",
            description = "Of one broker thread. Default: 100, or as it is")
    private @Nullable Long request;

    /** @throws OperationException naming the option that cannot be */
    TeamAccess access(Team team) {
        Authentication authentication = OptionParser.parse("--auth: ", this::authentication);
        return OptionParser.parse(
                "",
                () -> new TeamAccess(
                        principals(team, authentication),
                        authentication,
                        new UserQuota(
                                size("--produce-quota", produce),
                                size("--fetch-quota", fetch),
                                request == null ? OptionalLong.empty() : OptionalLong.of(request))));
    }

    private Authentication authentication() {
        for (Authentication known : Authentication.values()) {
            if (known.word().equals(auth)) {
                return known;
            }
        }
        throw new IllegalArgumentException("must be scram, oauth or mtls but was " + auth);
    }

    private TeamPrincipals principals(Team team, Authentication authentication) {
        if (producers.isEmpty() && readers.isEmpty() && services.isEmpty()) {
            return TeamPrincipals.prefixed(team, prefix == null ? authentication.prefix(team.name()) : prefix);
        }
        if (prefix != null) {
            throw new IllegalArgumentException(
                    "--principal-prefix does not go together with --producer, --reader and --service");
        }
        return new TeamPrincipals(
                team,
                Map.of(
                        PrincipalKind.PRODUCER,
                        producers,
                        PrincipalKind.READER,
                        readers,
                        PrincipalKind.SERVICE,
                        services));
    }

    private static OptionalLong size(String option, @Nullable String text) {
        return text == null ? OptionalLong.empty() : OptionalLong.of(ByteSize.parse(option, text));
    }
}

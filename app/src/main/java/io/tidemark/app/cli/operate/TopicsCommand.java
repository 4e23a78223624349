package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.ReplicationOption;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.AdminResults;
import io.tidemark.schemas.kafka.TeamQuotas;
import io.tidemark.schemas.kafka.TopicBootstrap;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "topics",
        description = "A team's topics and schemas.",
        footer = {
            "  tidemark admin topics create --team perf --kafka broker-1:9092 --registry http://registry:8081",
            "  tidemark admin topics create --team perf --produce-quota 20MiB --fetch-quota 40MiB"
        })
final class TopicsCommand extends CommandGroup {
    TopicsCommand(CommandContext context) {
        super(context);
    }

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Create the team's topics and register their schemas; idempotent.")
    void create(
            @Mixin ClusterConnectionOptions cluster,
            @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}") String team,
            @Option(
                            names = "--partitions",
                            description =
                                    "Partitions of each topic; cannot be changed later. Default: 4, on the local stack 2")
                    @Nullable
                    Integer partitions,
            @Mixin ReplicationOption replication,
            @Mixin QuotaOptions quotas) {
        Team owner = OptionParser.team(team);
        QuotaOptions.RequestedQuotas wanted = quotas.requested();
        Optional<Short> copies = replication.given();
        ClusterConnection connection = cluster.required(context.home());
        try (Admin admin = connection.admin()) {
            TopicBootstrap bootstrap = new TopicBootstrap(admin, connection.schemas());
            List<String> created =
                    bootstrap.create(owner, partitions == null ? cluster.defaultPartitions() : partitions, copies);
            context.terminal()
                    .printFormatted(
                            "team %s: %d topics made, %d were there, schemas registered",
                            owner, created.size(), Topic.values().length - created.size());
            if (!created.isEmpty()) {
                context.terminal().printFormatted("new topics have %s", replication.made(admin, created));
            }
            bound(admin, owner, wanted);
        }
    }

    private void bound(Admin admin, Team owner, QuotaOptions.RequestedQuotas wanted) {
        TeamQuotas quotas = new TeamQuotas(admin);
        wanted.over(quotas.of(owner)).ifPresent(set -> {
            quotas.set(owner, set);
            context.terminal()
                    .printFormatted("team %s: quotas per second and broker: %s", owner, QuotaOptions.format(set));
        });
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Show the team's topics, their content and whether they exist.")
    void list(
            @Mixin ClusterConnectionOptions cluster,
            @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}")
                    String team) {
        Team owner = OptionParser.team(team);
        try (Admin admin = cluster.required(context.home()).admin()) {
            Set<String> there = AdminResults.await(admin.listTopics().names(), "list topics");
            Arrays.stream(Topic.values())
                    .forEach(topic -> context.terminal()
                            .printFormatted(
                                    "%-8s %-36s %s",
                                    there.contains(topic.in(owner)) ? "there" : "missing",
                                    topic.in(owner),
                                    topic.content()));
            context.terminal().printFormatted("quotas   %s", QuotaOptions.format(new TeamQuotas(admin).of(owner)));
        }
    }

    /** What a team may take of the brokers. */
    static final class QuotaOptions {
        private static final String NONE = "none";

        @Option(
                names = "--produce-quota",
                paramLabel = "SIZE",
                description =
                        "Bytes per second and broker that the team's producers may send, such as 20MiB; none removes"
                                + " it. Default: unchanged.")
        private @Nullable String produce;

        @Option(
                names = "--fetch-quota",
                paramLabel = "SIZE",
                description =
                        "Bytes per second and broker that each thread of the team's streams may read; none removes"
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
            long bytes = OptionParser.size(option, text);
            if (bytes < 1) {
                throw new InvalidInputException(
                        option + " must be 1 byte per second or more, or none, but was " + text);
            }
            return OptionalLong.of(bytes);
        }
    }
}

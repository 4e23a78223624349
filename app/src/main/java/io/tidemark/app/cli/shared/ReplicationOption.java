package io.tidemark.app.cli.shared;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.kafka.TopicReplication;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many copies of each partition new topics get. The brokers know best, so nothing is assumed here. */
public final class ReplicationOption {
    @Option(
            names = "--replication",
            paramLabel = "N",
            description = "Copies of each partition of new topics. Default: the brokers' default.replication.factor")
    private @Nullable Short replication;

    /**
     * What was asked for; empty for what the brokers' settings say.
     *
     * @throws InvalidInputException if no topic can have so many
     */
    public Optional<Short> given() {
        if (replication != null && replication < 1) {
            throw new InvalidInputException("--replication must be at least 1 but was " + replication
                    + "; leave it away for the brokers' default.replication.factor");
        }
        return Optional.ofNullable(replication);
    }

    /** What topics that are still to be made will have. */
    public String planned(Admin kafka) {
        TopicReplication cluster = new TopicReplication(kafka);
        OptionalInt known =
                given().map(copies -> OptionalInt.of(copies.intValue())).orElseGet(cluster::brokersDefault);
        return description(known, cluster.brokers());
    }

    /** What topics that were made have. */
    public String made(Admin kafka, List<String> topics) {
        TopicReplication cluster = new TopicReplication(kafka);
        return description(cluster.of(topics), cluster.brokers());
    }

    /** For people: the number, who chose it, and what is wrong with it. */
    String description(OptionalInt copies, int brokers) {
        String source = given().isPresent() ? "--replication" : "the brokers' default.replication.factor";
        if (copies.isEmpty()) {
            return "as many copies of each partition as " + source + " says, which this user may not read";
        }
        int count = copies.getAsInt();
        String fact = count + (count == 1 ? " copy" : " copies") + " of each partition (" + source + ")";
        return count == 1 && brokers > 1
                ? fact + "; the loss of one of the " + brokers + " brokers loses records: give --replication"
                : fact;
    }
}

package io.tidemark.streams.host;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.AdminResults;
import io.tidemark.schemas.kafka.TopicBootstrapException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions of a team's application that Kafka takes for aborted while their records still stand open. A broker that is started
 * again after a crash can forget the markers of a transaction that ran out meanwhile (KAFKA-20734, in 4.3.1): readers of committed
 * records would stop in front of it for good. Only what the coordinator itself calls aborted is ended. Thread-safe.
 */
final class HangingTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(HangingTransactions.class);
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final Set<TransactionState> ABORTED =
            Set.of(TransactionState.COMPLETE_ABORT, TransactionState.EMPTY);

    private final Admin admin;
    private final Team team;
    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private String problem = "";

    HangingTransactions(Admin admin, Team team, InstantSource clock) {
        this.admin = admin;
        this.team = team;
        this.clock = clock;
    }

    /** A transaction as the leader of a partition knows it. */
    private record Open(TopicPartition partition, long producerId, int epoch, int coordinatorEpoch, long firstOffset) {
        static Open of(TopicPartition partition, ProducerState state) {
            return new Open(
                    partition,
                    state.producerId(),
                    state.producerEpoch(),
                    state.coordinatorEpoch().orElse(0),
                    state.currentTransactionStartOffset().orElseThrow());
        }
    }

    /** Looks every now and then. */
    synchronized void abortIfDue() {
        if (!clock.instant().isBefore(next)) {
            abort();
        }
    }

    /** Looks now. What cannot be asked or ended is logged, once for each reason, and tried again. */
    synchronized void abort() {
        next = clock.instant().plus(EVERY);
        try {
            abortAll();
            problem = "";
        } catch (TopicBootstrapException e) {
            boolean closing = Thread.currentThread().isInterrupted();
            if (!closing && !problem.equals(e.getMessage())) {
                LOG.warn("team {}: the check for hanging transactions failed: {}", team, e.getMessage());
                problem = String.valueOf(e.getMessage());
            }
        }
    }

    private void abortAll() {
        Set<Open> open = open(partitions());
        Set<Long> aborted = aborted(open);
        open.removeIf(transaction -> !aborted.contains(transaction.producerId));
        if (open.isEmpty()) {
            return;
        }
        // Asked again after the coordinator: what it ended properly between the two questions is open no longer.
        open.retainAll(open(open.stream().map(Open::partition).distinct().toList()));
        open.forEach(this::abort);
    }

    private void abort(Open transaction) {
        LOG.warn(
                "team {}: Kafka left a transaction open, and the host ends it: {}; manual command: kafka-transactions.sh abort"
                        + " --topic {} --partition {} --start-offset {}",
                team,
                transaction,
                transaction.partition.topic(),
                transaction.partition.partition(),
                transaction.firstOffset);
        await(admin.abortTransaction(new AbortTransactionSpec(
                        transaction.partition,
                        transaction.producerId,
                        (short) transaction.epoch,
                        transaction.coordinatorEpoch))
                .all());
    }

    /** Of the team's topics, and the one of its group's offsets. */
    private List<TopicPartition> partitions() {
        Set<String> topics = await(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(team.prefix()))
                .collect(Collectors.toSet());
        List<TopicPartition> partitions = new ArrayList<>();
        await(admin.describeTopics(topics).allTopicNames())
                .forEach((name, description) -> description
                        .partitions()
                        .forEach(info -> partitions.add(new TopicPartition(name, info.partition()))));
        offsets().ifPresent(partitions::add);
        return partitions;
    }

    /** Where the group's offsets are. Empty for a user of one team, who may not see the offsets of all: an administrator finds what hangs there. */
    private Optional<TopicPartition> offsets() {
        try {
            return await(admin.describeTopics(Set.of(Topic.GROUP_METADATA_TOPIC_NAME))
                            .allTopicNames())
                    .values()
                    .stream()
                    .findFirst()
                    .map(topic -> new TopicPartition(
                            topic.name(),
                            Utils.abs(team.applicationId().hashCode())
                                    % topic.partitions().size()));
        } catch (TopicBootstrapException e) {
            if (says(e, TopicAuthorizationException.class)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Set<Open> open(Collection<TopicPartition> partitions) {
        DescribeProducersResult result = admin.describeProducers(partitions);
        Set<Open> open = new HashSet<>();
        for (TopicPartition partition : partitions) {
            producers(result.partitionResult(partition)).stream()
                    .filter(state -> state.currentTransactionStartOffset().isPresent())
                    .forEach(state -> open.add(Open.of(partition, state)));
        }
        return open;
    }

    /** Of these, the producers of the team's application whose last transaction was aborted, as the coordinator says. */
    private Set<Long> aborted(Set<Open> open) {
        Set<Long> producers = open.stream().map(Open::producerId).collect(Collectors.toSet());
        if (producers.isEmpty()) {
            return producers;
        }
        return await(admin.listTransactions(new ListTransactionsOptions().filterProducerIds(producers))
                        .all())
                .stream()
                .filter(listing -> listing.transactionalId().startsWith(team.applicationId() + "-"))
                .filter(listing -> ABORTED.contains(listing.state()))
                .map(TransactionListing::producerId)
                .collect(Collectors.toSet());
    }

    /** None where this host may not ask, or where the topic went meanwhile. */
    private static List<ProducerState> producers(KafkaFuture<DescribeProducersResult.PartitionProducerState> answer) {
        try {
            return await(answer).activeProducers();
        } catch (TopicBootstrapException e) {
            if (says(e, TopicAuthorizationException.class) || says(e, UnknownTopicOrPartitionException.class)) {
                return List.of();
            }
            throw e;
        }
    }

    private static <T> T await(KafkaFuture<T> answer) {
        return AdminResults.await(answer, "find and end them", ANSWER);
    }

    /** Whether the broker answered with this error. */
    private static boolean says(TopicBootstrapException e, Class<? extends Exception> error) {
        return error.isInstance(e.getCause());
    }
}

package io.tidemark.cluster.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What Tidemark relies on in any Kafka cluster. */
abstract class BrokerContract {
    private TextClients clients;
    private Admin admin;
    private String topic;

    /** Where the broker under test answers. */
    abstract String bootstrapServers();

    @BeforeEach
    void connect(TestInfo test) {
        clients = new TextClients(bootstrapServers());
        admin = clients.admin();
        topic = "tidemark.acme." + test.getTestMethod().orElseThrow().getName();
    }

    @AfterEach
    void disconnect() {
        admin.close();
    }

    @Test
    void showsCommittedTransactionsToReadersAndHidesAbortedOnes() throws Exception {
        create(Map.of());
        try (KafkaProducer<String, String> producer = clients.transactionalProducer(topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "a", "kept")).get();
            producer.commitTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "b", "dropped")).get();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "c", "kept too")).get();
            producer.commitTransaction();
        }
        // a commit is answered before its marker is in the partition
        TextClients.await(() -> clients.valuesToEnd(topic), List.of("kept", "kept too"));
    }

    @Test
    void fencesTheOlderOfTwoProducersWithOneTransactionalId() throws Exception {
        create(Map.of());
        try (KafkaProducer<String, String> older = clients.transactionalProducer(topic);
                KafkaProducer<String, String> newer = clients.transactionalProducer(topic)) {
            older.initTransactions();
            older.beginTransaction();
            older.send(new ProducerRecord<>(topic, "a", "of the older")).get();
            newer.initTransactions();
            assertThatThrownBy(older::commitTransaction)
                    .isInstanceOfAny(ProducerFencedException.class, InvalidProducerEpochException.class);
        }
        assertThat(clients.valuesToEnd(topic)).isEmpty();
    }

    @Test
    void movesAGroupsOffsetsWithTheTransaction() throws Exception {
        create(Map.of());
        clients.send(topic, "a", "1");
        clients.send(topic, "a", "2");
        try (KafkaConsumer<String, String> consumer = clients.consumer(topic);
                KafkaProducer<String, String> producer = clients.transactionalProducer(topic)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.sendOffsetsToTransaction(clients.offset(topic, 1), consumer.groupMetadata());
            producer.commitTransaction();
            assertThat(consumer.committed(Set.of(TextClients.first(topic))))
                    .isEqualTo(Map.of(
                            TextClients.first(topic), clients.offset(topic, 1).get(TextClients.first(topic))));
        }
    }

    @Test
    void keepsOnlyTheLatestValuePerKeyInACompactedTopic() throws Exception {
        create(Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                TopicConfig.SEGMENT_MS_CONFIG,
                "1000",
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                "0.0"));
        // The stamps are ten seconds apart, so each record closes the segment of the one before, without any waiting.
        List<String> values = List.of("1", "2", "3");
        for (int i = 0; i < values.size(); i++) {
            clients.send(new ProducerRecord<>(topic, 0, 10_000L * (i + 1), "run/1", values.get(i)));
        }
        clients.send(new ProducerRecord<>(topic, 0, 40_000L, "run/2", "x"));
        TextClients.await(() -> clients.valuesToEnd(topic), List.of("3", "x"));
    }

    @Test
    void stampsRecordsWithItsOwnClockWhereTheTopicSaysSo() throws Exception {
        create(Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime"));
        long longAgo = 1_000;
        long stamped = clients.send(new ProducerRecord<>(topic, 0, longAgo, "a", "1"));
        assertThat(stamped).isGreaterThan(longAgo);
    }

    @Test
    void doesNotCreateATopicBecauseSomebodyWritesToIt() throws Exception {
        try (KafkaProducer<String, String> producer = clients.impatientProducer()) {
            assertThatThrownBy(() ->
                            producer.send(new ProducerRecord<>(topic, "a", "1")).get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
        }
        assertThat(admin.listTopics().names().get()).doesNotContain(topic);
    }

    @Test
    void agreesOnTheTransactionProtocolThatCannotTear() throws Exception {
        assertThat(admin.describeFeatures()
                        .featureMetadata()
                        .get()
                        .finalizedFeatures()
                        .get("transaction.version")
                        .maxVersionLevel())
                .isGreaterThanOrEqualTo((short) 2);
    }

    private void create(Map<String, String> configs) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty()).configs(configs)))
                .all()
                .get();
        assertThat(clients.valuesToEnd(topic)).isEmpty();
    }
}

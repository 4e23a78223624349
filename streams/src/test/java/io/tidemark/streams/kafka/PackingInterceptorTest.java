package io.tidemark.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PackingInterceptorTest {
    private static final TopicPartition TOKENS = new TopicPartition("tokens", 1);
    private static final TopicPartition CONTROL = new TopicPartition("control", 0);

    private final PackingInterceptor interceptor = new PackingInterceptor();

    @BeforeEach
    void configure() {
        interceptor.configure(Map.of(PackingInterceptor.TOPICS, "tokens,requests"));
    }

    @Test
    void whatAPollGaveOfAPackedPartitionIsOneRecordAtTheOffsetOfTheFirst() {
        List<ConsumerRecord<byte[], byte[]>> three = records(TOKENS, 40, 42, 43);

        List<ConsumerRecord<byte[], byte[]>> packed =
                interceptor.onConsume(polled(TOKENS, three)).records(TOKENS);

        assertThat(packed).singleElement().satisfies(carrier -> {
            assertThat(carrier.topic()).isEqualTo("tokens");
            assertThat(carrier.partition()).isEqualTo(1);
            assertThat(carrier.offset()).isEqualTo(40);
            assertThat(PackedRecords.packedIn(carrier.headers()).orElseThrow().records())
                    .isEqualTo(three);
            // as Kafka Streams hands it to a processor
            assertThat(PackedRecords.packedIn(new RecordHeaders(carrier.headers())))
                    .isPresent();
        });
    }

    @Test
    void theOffsetToGoOnFromStaysTheConsumers() {
        ConsumerRecords<byte[], byte[]> packed = interceptor.onConsume(polled(TOKENS, records(TOKENS, 40, 42, 43)));
        assertThat(packed.nextOffsets()).containsEntry(TOKENS, new OffsetAndMetadata(50));
    }

    @Test
    void otherTopicsAreLeftAsTheyAre() {
        List<ConsumerRecord<byte[], byte[]>> two = records(CONTROL, 0, 1);
        assertThat(interceptor.onConsume(polled(CONTROL, two)).records(CONTROL)).isEqualTo(two);
    }

    @Test
    void aHeaderOfThatNameThatASenderMadeIsNoPack() {
        assertThat(PackedRecords.packedIn(
                        new RecordHeaders(List.of(new RecordHeader("tidemark-pack", new byte[] {1})))))
                .isEmpty();
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition, long... offsets) {
        return LongStream.of(offsets)
                .mapToObj(offset -> new ConsumerRecord<>(
                        partition.topic(), partition.partition(), offset, new byte[] {7}, new byte[] {(byte) offset}))
                .toList();
    }

    private static ConsumerRecords<byte[], byte[]> polled(
            TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        return new ConsumerRecords<>(Map.of(partition, records), Map.of(partition, new OffsetAndMetadata(50)));
    }
}

package io.tidemark.schemas.kafka;

import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.quota.ClientQuotaFilter;
import org.apache.kafka.common.quota.ClientQuotaFilterComponent;

/**
 * What a team's clients may take of each broker, as Kafka's client quotas: a broker makes one that takes more wait, it refuses nothing.
 * All producers of a team share one quota; each thread of its Streams application has quotas of its own.
 */
public final class TeamQuotas {
    private static final String PRODUCE = "producer_byte_rate";
    private static final String FETCH = "consumer_byte_rate";

    /**
     * Bytes that a team's Streams application may write for each byte that the team's producers may: it forwards a record to its run and its target, and
     * a dead letter holds the whole record beside its reason. With a quota as small as that of the producers it never ends a backlog of bad records.
     */
    private static final int STREAMS_PRODUCE_RATIO = 8;

    private final Admin admin;

    public TeamQuotas(Admin admin) {
        this.admin = admin;
    }

    /** Per second and broker; what is empty has no bound. */
    public record Quotas(OptionalLong produceBytes, OptionalLong fetchBytes) {
        public static final Quotas NONE = new Quotas(OptionalLong.empty(), OptionalLong.empty());

        public Quotas {
            requirePositive("produce", produceBytes);
            requirePositive("fetch", fetchBytes);
        }

        private static void requirePositive(String name, OptionalLong bytes) {
            if (bytes.isPresent() && bytes.getAsLong() < 1) {
                throw new IllegalArgumentException(
                        name + " quota must be >= 1 byte per second but was " + bytes.getAsLong());
            }
        }
    }

    /**
     * Sets a team's quotas in place of those that it had; takes effect at once, for clients that are connected too.
     *
     * @throws TopicBootstrapException if the cluster refuses
     */
    public void set(Team team, Quotas quotas) {
        List<ClientQuotaAlteration> changes = new ArrayList<>();
        changes.add(change(TeamClientIds.producer(team), PRODUCE, quotas.produceBytes));
        OptionalLong streamsProduceBytes = quotas.produceBytes.isPresent()
                ? OptionalLong.of(quotas.produceBytes.getAsLong() * STREAMS_PRODUCE_RATIO)
                : OptionalLong.empty();
        TeamClientIds.streamsProducers(team, TeamClientIds.MAX_STREAM_THREADS)
                .forEach(client -> changes.add(change(client, PRODUCE, streamsProduceBytes)));
        TeamClientIds.streamsConsumers(team, TeamClientIds.MAX_STREAM_THREADS)
                .forEach(client -> changes.add(change(client, FETCH, quotas.fetchBytes)));
        AdminResults.await(admin.alterClientQuotas(changes).all(), "set quotas of team " + team);
    }

    /** @throws TopicBootstrapException if the cluster does not answer */
    public Quotas of(Team team) {
        return new Quotas(
                read(TeamClientIds.producer(team), PRODUCE),
                read(TeamClientIds.streamsConsumers(team, 1).get(0), FETCH));
    }

    private OptionalLong read(String client, String quota) {
        var only = ClientQuotaFilter.containsOnly(
                List.of(ClientQuotaFilterComponent.ofEntity(ClientQuotaEntity.CLIENT_ID, client)));
        Map<ClientQuotaEntity, Map<String, Double>> found =
                AdminResults.await(admin.describeClientQuotas(only).entities(), "read quotas of " + client);
        return found.values().stream()
                .flatMap(quotas -> Optional.ofNullable(quotas.get(quota)).stream())
                .mapToLong(Double::longValue)
                .findFirst();
    }

    private static ClientQuotaAlteration change(String client, String quota, OptionalLong bytes) {
        Double value = bytes.isPresent() ? Double.valueOf((double) bytes.getAsLong()) : null;
        return new ClientQuotaAlteration(
                new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, client)),
                List.of(new ClientQuotaAlteration.Op(quota, value)));
    }
}

package io.tidemark.app.team;

import io.tidemark.app.team.AccessChange.Effect;
import io.tidemark.app.team.AccessChange.OfQuota;
import io.tidemark.app.team.AccessChange.OfRule;
import io.tidemark.app.team.AccessChange.OfScramUser;
import io.tidemark.app.team.AccessChange.OfTopic;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.kafka.AdminResults;
import io.tidemark.schemas.kafka.TopicBootstrapException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.admin.UserScramCredentialsDescription;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.quota.ClientQuotaFilter;
import org.apache.kafka.common.quota.ClientQuotaFilterComponent;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes who may do what on a cluster, through Kafka's Admin API. It needs the rights of an administrator.
 *
 * @param admin closed by the caller that opened it
 */
public record AccessAdmin(Admin admin) {
    /** Twice Kafka's least; they are worked out once per connection. */
    static final int ITERATIONS = 8_192;

    private static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_512;

    /**
     * @throws TopicBootstrapException if the cluster refuses
     * @throws UnavailableException if it has no authorizer
     */
    public ClusterAccess read() {
        return new ClusterAccess(
                AdminResults.await(admin.listTopics().names(), "list topics"),
                Set.copyOf(rules()),
                quotas(),
                scramUsers());
    }

    /**
     * Makes the changes, but no topics: those come with their schemas, from {@link io.tidemark.schemas.kafka.TopicBootstrap}. Rules go before the
     * passwords of their users, and quotas come before passwords, so that no user can log in before the user's limits hold.
     *
     * @param passwords of the users that are made
     * @throws TopicBootstrapException if the cluster refuses one; what is made by then stays, and the same call makes the rest
     */
    public void apply(List<AccessChange> changes, Map<String, String> passwords) {
        send(
                changes,
                Effect.REMOVED,
                OfRule.class,
                change -> change.rule().toFilter(),
                gone -> AdminResults.await(admin.deleteAcls(gone).all(), "delete ACLs"));
        send(
                changes,
                Effect.MADE,
                OfRule.class,
                OfRule::rule,
                made -> AdminResults.await(admin.createAcls(made).all(), "create ACLs"));
        for (Effect effect : Effect.values()) {
            send(
                    changes,
                    effect,
                    OfQuota.class,
                    AccessAdmin::alteration,
                    quotas -> AdminResults.await(admin.alterClientQuotas(quotas).all(), "set quotas"));
            send(
                    changes,
                    effect,
                    OfScramUser.class,
                    change -> credential(change, passwords.get(change.user())),
                    users -> AdminResults.await(
                            admin.alterUserScramCredentials(users).all(), "change SCRAM users"));
        }
        send(
                changes,
                Effect.REMOVED,
                OfTopic.class,
                OfTopic::topic,
                topics -> AdminResults.await(admin.deleteTopics(topics).all(), "delete topics"));
    }

    /** @param request what a broker is asked for all changes of one sort */
    private static <C extends AccessChange, T> void send(
            List<AccessChange> changes, Effect effect, Class<C> sort, Function<C, T> item, Consumer<List<T>> request) {
        List<T> items = changes.stream()
                .filter(change -> change.effect() == effect)
                .filter(sort::isInstance)
                .map(sort::cast)
                .map(item)
                .toList();
        if (!items.isEmpty()) {
            request.accept(items);
        }
    }

    private static ClientQuotaAlteration alteration(OfQuota change) {
        return new ClientQuotaAlteration(
                new ClientQuotaEntity(Map.of(ClientQuotaEntity.USER, change.user())),
                change.quotas().entrySet().stream()
                        .map(quota -> new ClientQuotaAlteration.Op(
                                quota.getKey(), change.effect() == Effect.MADE ? quota.getValue() : null))
                        .toList());
    }

    private static UserScramCredentialAlteration credential(OfScramUser change, @Nullable String password) {
        return change.effect() == Effect.REMOVED
                ? new UserScramCredentialDeletion(change.user(), MECHANISM)
                : new UserScramCredentialUpsertion(
                        change.user(),
                        new ScramCredentialInfo(MECHANISM, ITERATIONS),
                        Objects.requireNonNull(password, change.user()));
    }

    private Collection<AclBinding> rules() {
        try {
            return AdminResults.await(admin.describeAcls(AclBindingFilter.ANY).values(), "read the ACLs");
        } catch (TopicBootstrapException e) {
            if (e.getCause() instanceof SecurityDisabledException) {
                throw new UnavailableException(
                        "the cluster has no authorizer, so everyone may do everything: set authorizer.class.name on the brokers"
                                + " and allow.everyone.if.no.acl.found=false",
                        e);
            }
            throw e;
        }
    }

    private Map<String, Map<String, Double>> quotas() {
        var users = ClientQuotaFilter.containsOnly(
                List.of(ClientQuotaFilterComponent.ofEntityType(ClientQuotaEntity.USER)));
        Map<String, Map<String, Double>> byUser = new HashMap<>();
        AdminResults.await(admin.describeClientQuotas(users).entities(), "read the quotas of users")
                .forEach((entity, quotas) -> {
                    String user = entity.entries().get(ClientQuotaEntity.USER);
                    if (user != null) { // else the default of all users
                        byUser.put(user, quotas);
                    }
                });
        return byUser;
    }

    private Set<String> scramUsers() {
        return AdminResults.await(admin.describeUserScramCredentials().all(), "read the SCRAM users").values().stream()
                .filter(user -> user.credentialInfos().stream().anyMatch(info -> info.mechanism() == MECHANISM))
                .map(UserScramCredentialsDescription::name)
                .collect(Collectors.toSet());
    }
}

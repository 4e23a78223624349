package io.tidemark.app.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.fixtures.RepositoryFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What kubectl applies of each overlay: typed, with no more rights than it needs, and with command lines that the programs understand. */
@Tag("integration")
final class OverlaysTest {
    private static final Kustomize KUSTOMIZE = new Kustomize();
    private static final String PAGE = RepositoryFiles.read("docs/operate/kubernetes.md");
    private static final String TEAM = "overlays/team";
    private static final String PRODUCTION = "overlays/production";
    private static final String DEV = "overlays/dev";

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void podsAreThoseThatRestrictedNamespacesTake(String overlay) {
        assertThat(KUSTOMIZE.resources(overlay, Namespace.class))
                .singleElement()
                .satisfies(namespace -> assertThat(namespace.getMetadata().getLabels())
                        .containsEntry("pod-security.kubernetes.io/enforce", "restricted"));
        assertThat(pods(overlay)).hasSizeGreaterThanOrEqualTo(5).allSatisfy(OverlaysTest::requireRestricted);
    }

    @Test
    void theJobIsOneThatRestrictedNamespacesTake() {
        assertThat(pod(job())).satisfies(OverlaysTest::requireRestricted);
    }

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void commandLinesAreUnderstood(String overlay) {
        assertThat(pods(overlay)).allSatisfy(pod -> requireUnderstood(container(pod)));
    }

    @Test
    void theJobsCommandLineIsUnderstood() {
        requireUnderstood(container(pod(job())));
        assertThat(container(pod(job())).getArgs()).startsWith("run");
    }

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void everyServiceIsProbedWhereNoTokenIsNeeded(String overlay) {
        String scheme = overlay.equals(DEV) ? "HTTP" : "HTTPS";
        assertThat(services(overlay)).hasSize(6).allSatisfy(pod -> {
            Container container = container(pod);
            assertThat(container.getPorts()).singleElement().satisfies(port -> {
                assertThat(port.getName()).isEqualTo("http");
                assertThat(container.getArgs()).contains("--http=0.0.0.0:" + port.getContainerPort());
            });
            requireProbe(container.getStartupProbe().getHttpGet(), "/health/live", scheme);
            requireProbe(container.getLivenessProbe().getHttpGet(), "/health/live", scheme);
            requireProbe(container.getReadinessProbe().getHttpGet(), "/health/ready", scheme);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {TEAM, PRODUCTION})
    void pagesOfOverlaysForUseSpeakTls(String overlay) {
        assertThat(services(overlay))
                .allSatisfy(pod -> assertThat(container(pod).getArgs())
                        .contains(
                                "--http-certificate=/etc/tidemark/tls/tls.crt", "--http-key=/etc/tidemark/tls/tls.key")
                        .doesNotContain("--http-behind-proxy"));
    }

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void aStreamsHostIsTheMemberThatItsPodsNameSaysAndKeepsItsState(String overlay) {
        StatefulSet streams = streams(overlay);
        Container container = container(streams.getSpec().getTemplate());
        EnvVar name = container.getEnv().stream()
                .filter(variable -> variable.getName().equals("POD_NAME"))
                .findFirst()
                .orElseThrow();

        assertThat(container.getArgs()).contains("--instance=$(POD_NAME)");
        assertThat(name.getValueFrom().getFieldRef().getFieldPath()).isEqualTo("metadata.name");
        assertThat(streams.getSpec().getVolumeClaimTemplates())
                .singleElement()
                .satisfies(claim -> assertThat(claim.getMetadata().getName()).isEqualTo("data"));
        assertThat(container.getVolumeMounts()).anySatisfy(mount -> {
            assertThat(mount.getName()).isEqualTo("data");
            assertThat(mount.getMountPath()).isEqualTo("/data");
        });
        assertThat(streams.getSpec().getTemplate().getSpec().getTopologySpreadConstraints())
                .hasSize(2);
        assertThat(streams.getSpec().getUpdateStrategy().getType()).isEqualTo("RollingUpdate");
        assertThat(KUSTOMIZE.resources(overlay, PodDisruptionBudget.class))
                .extracting(budget -> budget.getMetadata().getName())
                .contains(streams.getMetadata().getName());
    }

    @Test
    void productionHasTwoHostsOfTwoThreadsThatDoNotShareANode() {
        StatefulSet streams = streams(PRODUCTION);
        Container container = container(streams.getSpec().getTemplate());

        assertThat(streams.getSpec().getReplicas()).isEqualTo(2);
        assertThat(container.getArgs()).contains("--threads=2", "--standbys=1");
        assertThat(container.getResources().getRequests().get("cpu").getAmount())
                .isEqualTo("2");
        assertThat(streams.getSpec()
                        .getTemplate()
                        .getSpec()
                        .getTopologySpreadConstraints()
                        .get(0)
                        .getWhenUnsatisfiable())
                .isEqualTo("DoNotSchedule");
    }

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void selectorsFindThePods(String overlay) {
        List<Map<String, String>> labels =
                pods(overlay).stream().map(pod -> pod.getMetadata().getLabels()).toList();

        assertThat(labels).allSatisfy(of -> assertThat(of).containsEntry("app.kubernetes.io/part-of", "tidemark"));
        assertThat(KUSTOMIZE.resources(overlay, Service.class))
                .hasSize(6)
                .allSatisfy(service -> requireFound(service.getSpec().getSelector(), labels));
        assertThat(KUSTOMIZE.resources(overlay, PodDisruptionBudget.class))
                .hasSize(3)
                .allSatisfy(
                        budget -> requireFound(budget.getSpec().getSelector().getMatchLabels(), labels));
    }

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void nobodyReachesAPodUnlessAPolicySaysSo(String overlay) {
        assertThat(KUSTOMIZE.resources(overlay, NetworkPolicy.class))
                .filteredOn(policy -> policy.getMetadata().getName().equals("tidemark-default-deny"))
                .singleElement()
                .satisfies(policy -> {
                    assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
                    assertThat(policy.getSpec().getIngress()).isEmpty();
                    assertThat(policy.getSpec().getEgress()).isEmpty();
                    assertThat(policy.getSpec().getPodSelector().getMatchLabels())
                            .isEqualTo(Map.of("app.kubernetes.io/part-of", "tidemark"));
                });
        assertThat(KUSTOMIZE.resources(overlay, NetworkPolicy.class))
                .filteredOn(policy -> !policy.getSpec().getIngress().isEmpty())
                .extracting(OverlaysTest::whoIsLetInWhere)
                .containsExactlyInAnyOrder("monitoring: all", "ingress-nginx: console");
    }

    /** Clouds hand out credentials of the node there. */
    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void noPolicyLetsAPodReachTheMetadataService(String overlay) {
        assertThat(KUSTOMIZE.resources(overlay, NetworkPolicy.class))
                .flatExtracting(policy -> policy.getSpec().getEgress())
                .hasSizeGreaterThan(4)
                .allSatisfy(rule -> assertThat(rule.getTo())
                        .as("a rule without destinations allows all")
                        .isNotEmpty()
                        .allSatisfy(OverlaysTest::requireNoMetadata));
    }

    private static void requireNoMetadata(NetworkPolicyPeer peer) {
        if (peer.getIpBlock() == null) {
            assertThat(peer.getNamespaceSelector()).as("pods").isNotNull();
        } else {
            assertThat(Map.of(
                            "0.0.0.0/0",
                            List.of("169.254.0.0/16", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.192/32"),
                            "::/0",
                            List.of("fe80::/10", "fd00:ec2::254/128", "fd20:ce::254/128")))
                    .containsEntry(
                            peer.getIpBlock().getCidr(), peer.getIpBlock().getExcept());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void onlyPodsThatMeasureServersReachAnyPort(String overlay) {
        assertThat(KUSTOMIZE.resources(overlay, NetworkPolicy.class))
                .filteredOn(policy -> policy.getSpec().getEgress().stream()
                        .anyMatch(rule -> rule.getPorts().isEmpty()))
                .extracting(policy -> policy.getMetadata().getName())
                .containsExactly("tidemark-servers");
    }

    private static String whoIsLetInWhere(NetworkPolicy policy) {
        String component =
                policy.getSpec().getPodSelector().getMatchLabels().getOrDefault("app.kubernetes.io/component", "all");
        return policy.getSpec().getIngress().stream()
                .flatMap(rule -> rule.getFrom().stream())
                .map(from -> from.getNamespaceSelector().getMatchLabels().get("kubernetes.io/metadata.name"))
                .collect(Collectors.joining(", ", "", ": " + component));
    }

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void theConsoleIsOneAndReadsWithTheLoginsOfAReader(String overlay) {
        Deployment console = KUSTOMIZE.resources(overlay, Deployment.class).stream()
                .filter(deployment -> deployment.getMetadata().getName().equals("tidemark-console"))
                .findFirst()
                .orElseThrow();
        PodTemplateSpec pod = console.getSpec().getTemplate();

        assertThat(console.getSpec().getReplicas()).isEqualTo(1);
        assertThat(pod.getSpec().getVolumes())
                .extracting(Volume::getSecret)
                .filteredOn(Objects::nonNull)
                .extracting(SecretVolumeSource::getSecretName)
                .contains("tidemark-reader", "tidemark-http")
                .doesNotContain("tidemark-service");
        assertThat(container(pod).getEnv())
                .filteredOn(variable -> variable.getName().equals("TIDEMARK_STORE"))
                .singleElement()
                .satisfies(variable -> assertThat(
                                variable.getValueFrom().getConfigMapKeyRef().getKey())
                        .isEqualTo("store-reader"));
    }

    @ParameterizedTest
    @ValueSource(strings = {DEV, TEAM, PRODUCTION})
    void thePageSaysHowEachSecretIsMade(String overlay) {
        assertThat(Stream.concat(pods(overlay).stream(), Stream.of(pod(job()))))
                .flatExtracting(pod -> pod.getSpec().getVolumes())
                .filteredOn(volume -> volume.getSecret() != null)
                .hasSizeGreaterThan(5)
                .allSatisfy(volume -> {
                    assertThat(PAGE).contains("`" + volume.getSecret().getSecretName() + "`");
                    assertThat(volume.getSecret().getDefaultMode()).isEqualTo(0440);
                });
    }

    @Test
    void theCronJobRunsAWatchedPlan() {
        CronJob nightly = KUSTOMIZE.resources(TEAM, CronJob.class).get(0);

        assertThat(nightly.getSpec().getConcurrencyPolicy()).isEqualTo("Forbid");
        assertThat(nightly.getSpec().getJobTemplate().getSpec().getBackoffLimit())
                .isZero();
        assertThat(container(pod(nightly)).getArgs())
                .startsWith("watch", "/etc/tidemark/plans/watch.yaml", "--once=nightly");
    }

    private static void requireRestricted(PodTemplateSpec pod) {
        var rights = pod.getSpec().getSecurityContext();
        assertThat(rights.getRunAsNonRoot()).isTrue();
        assertThat(rights.getRunAsUser()).isEqualTo(10001);
        assertThat(rights.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getSpec().getEnableServiceLinks()).isFalse();
        assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isGreaterThanOrEqualTo(90);
        assertThat(pod.getSpec().getHostNetwork()).isNull();
        assertThat(pod.getSpec().getVolumes()).extracting(Volume::getHostPath).allMatch(Objects::isNull);
        var container = container(pod);
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
        assertThat(container.getResources().getLimits()).containsOnlyKeys("memory");
        assertThat(container.getVolumeMounts())
                .extracting(mount -> mount.getMountPath())
                .contains("/tmp", "/data");
    }

    /** One option that does not exist ends the parsing before anything runs; it must be the only complaint. */
    private static void requireUnderstood(Container container) {
        String[] arguments = Stream.concat(container.getArgs().stream(), Stream.of("--stop-here"))
                .toArray(String[]::new);
        try (Shell shell = new Shell(Path.of("nowhere"))) {
            assertThat(shell.run(arguments)).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).startsWith("Unknown option: '--stop-here'");
        }
    }

    private static void requireProbe(HTTPGetAction page, String path, String scheme) {
        assertThat(page.getPath()).isEqualTo(path);
        assertThat(page.getPort().getStrVal()).isEqualTo("http");
        assertThat(page.getScheme()).isEqualTo(scheme);
    }

    private static void requireFound(Map<String, String> selector, List<Map<String, String>> labels) {
        assertThat(labels).anyMatch(of -> of.entrySet().containsAll(selector.entrySet()));
    }

    private static StatefulSet streams(String overlay) {
        return KUSTOMIZE.resources(overlay, StatefulSet.class).get(0);
    }

    private static HasMetadata job() {
        return StrictResources.parse(RepositoryFiles.read("deploy/kubernetes/jobs/run.yaml"))
                .get(0);
    }

    private static Container container(PodTemplateSpec pod) {
        assertThat(pod.getSpec().getContainers()).hasSize(1);
        return pod.getSpec().getContainers().get(0);
    }

    private static List<PodTemplateSpec> services(String overlay) {
        return KUSTOMIZE.resources(overlay).stream()
                .filter(resource -> !(resource instanceof CronJob))
                .flatMap(resource -> Stream.ofNullable(podOf(resource)))
                .toList();
    }

    private static List<PodTemplateSpec> pods(String overlay) {
        return KUSTOMIZE.resources(overlay).stream()
                .flatMap(resource -> Stream.ofNullable(podOf(resource)))
                .toList();
    }

    private static PodTemplateSpec pod(HasMetadata resource) {
        return Objects.requireNonNull(podOf(resource));
    }

    private static PodTemplateSpec podOf(HasMetadata resource) {
        if (resource instanceof StatefulSet set) {
            return set.getSpec().getTemplate();
        }
        if (resource instanceof Deployment deployment) {
            return deployment.getSpec().getTemplate();
        }
        if (resource instanceof CronJob cron) {
            return cron.getSpec().getJobTemplate().getSpec().getTemplate();
        }
        return resource instanceof Job job ? job.getSpec().getTemplate() : null;
    }
}

package io.tidemark.app.kubernetes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Documents of Kubernetes as the typed models of their API have them. Those keep what they do not know; here it is an error. */
final class StrictResources {
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.ofEntries(
            Map.entry("v1 ConfigMap", ConfigMap.class),
            Map.entry("v1 Namespace", Namespace.class),
            Map.entry("v1 Service", Service.class),
            Map.entry("apps/v1 Deployment", Deployment.class),
            Map.entry("apps/v1 StatefulSet", StatefulSet.class),
            Map.entry("batch/v1 CronJob", CronJob.class),
            Map.entry("batch/v1 Job", Job.class),
            Map.entry("networking.k8s.io/v1 Ingress", Ingress.class),
            Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
            Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
            Map.entry("monitoring.coreos.com/v1 PrometheusRule", PrometheusRule.class),
            Map.entry("monitoring.coreos.com/v1 ServiceMonitor", ServiceMonitor.class),
            Map.entry("kafka.strimzi.io/v1 KafkaTopic", strimzi("topic.KafkaTopic")),
            Map.entry("kafka.strimzi.io/v1 KafkaUser", strimzi("user.KafkaUser")));

    private static final ObjectMapper MODELS =
            JsonMapper.builder().annotationIntrospector(new NothingElse()).build();

    private StrictResources() {}

    /** The documents of a file. @throws UncheckedIOException if one is of a kind that is not known here, or has a field that its model has not */
    static List<HasMetadata> parse(String yaml) {
        List<HasMetadata> resources = new ArrayList<>();
        for (JsonNode document : documents(yaml)) {
            String kind = document.path("apiVersion").asText() + " "
                    + document.path("kind").asText();
            try {
                resources.add(MODELS.treeToValue(
                        document,
                        Optional.ofNullable(KINDS.get(kind))
                                .orElseThrow(() -> new IOException("no model of " + kind))));
            } catch (IOException e) {
                throw new UncheckedIOException(kind + ": " + e.getMessage(), e);
            }
        }
        return resources;
    }

    /** As YAML 1.1, which Kubernetes reads. */
    static List<JsonNode> documents(String yaml) {
        List<JsonNode> documents = new ArrayList<>();
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml)) {
            documents.add(MODELS.valueToTree(document));
        }
        return documents;
    }

    /** By its name: its annotations are in no jar of its version, and javac warns of them. */
    private static Class<? extends HasMetadata> strimzi(String name) {
        try {
            return Class.forName("io.strimzi.api.kafka.model." + name).asSubclass(HasMetadata.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Models take unknown fields by a method that is annotated for it: it is not seen. */
    private static final class NothingElse extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated method) {
            return Boolean.FALSE;
        }

        @Override
        public JsonIgnoreProperties.Value findPropertyIgnoralByName(MapperConfig<?> config, Annotated type) {
            return super.findPropertyIgnoralByName(config, type).withoutIgnoreUnknown();
        }
    }
}

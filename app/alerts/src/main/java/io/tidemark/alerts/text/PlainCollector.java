package io.tidemark.alerts.text;

import com.samskivert.mustache.BasicCollector;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Looks at what contexts say of themselves, and never by reflection at what they are. */
final class PlainCollector extends BasicCollector {
    @Override
    public <K, V> Map<K, V> createFetcherCache() {
        return new ConcurrentHashMap<>();
    }
}

/**
 * The program that makes the dashboards of deploy/grafana; no part of the product.
 *
 * <p>In: nothing. Out: a file of JSON for each dashboard, as Grafana 10 and newer reads it.
 *
 * <p>Begin with {@link DashboardCatalog}.
 */
@NullMarked
package io.tidemark.app.dashboards;

import org.jspecify.annotations.NullMarked;

Feature: Queries of a security graph

  Background:
    Given an empty graph
    And having executed:
      """
      CREATE (ada:User {name: 'ADA', enabled: true, pwdlastset: 100, spns: ['http/a', 'mssql/b']}),
             (bo:User {name: 'BO', enabled: false}),
             (inner:Group {name: 'INNER', objectid: 'S-1-512'}),
             (outer:Group {name: 'OUTER', objectid: 'S-1-519'}),
             (pc:Computer {name: 'PC'}),
             (dc:Computer {name: 'DC', score: 2.5}),
             (ada)-[:MemberOf {primary: true}]->(inner), (inner)-[:MemberOf]->(outer), (bo)-[:MemberOf]->(outer),
             (outer)-[:AdminTo]->(pc), (pc)-[:HasSession]->(bo), (bo)-[:Owns]->(dc), (inner)-[:AdminTo]->(dc)
      """

  Scenario: Members of a group to any depth
    When executing query:
      """
      MATCH (u:User)-[:MemberOf*1..]->(g:Group) WHERE g.objectid ENDS WITH '-519' RETURN u.name ORDER BY u.name
      """
    Then the result should be, in order:
      | u.name |
      | 'ADA'  |
      | 'BO'   |

  Scenario: A shortest path between many and many
    When executing query:
      """
      MATCH p = shortestPath((u:User)-[*1..]->(c:Computer)) RETURN u.name, c.name, length(p) ORDER BY u.name, c.name
      """
    Then the result should be, in order:
      | u.name | c.name | length(p) |
      | 'ADA'  | 'DC'   | 2         |
      | 'ADA'  | 'PC'   | 3         |
      | 'BO'   | 'DC'   | 1         |
      | 'BO'   | 'PC'   | 2         |

  Scenario: A shortest path that avoids nodes
    When executing query:
      """
      MATCH p = shortestPath((u:User {name: 'ADA'})-[*1..]->(c:Computer {name: 'DC'}))
      WHERE none(r IN relationships(p) WHERE type(r) = 'AdminTo' AND startNode(r).name = 'INNER')
      RETURN [n IN nodes(p) | n.name] AS names
      """
    Then the result should be, in any order:
      | names                                      |
      | ['ADA', 'INNER', 'OUTER', 'PC', 'BO', 'DC'] |

  Scenario: All shortest paths
    When executing query:
      """
      MATCH p = allShortestPaths((u:User)-[*..4]-(c:Computer {name: 'PC'})) RETURN u.name, length(p) ORDER BY u.name
      """
    Then the result should be, in order:
      | u.name | length(p) |
      | 'ADA'  | 3         |
      | 'BO'   | 1         |

  Scenario: Nodes without a relationship
    When executing query:
      """
      MATCH (c:Computer) WHERE NOT (c)-[:HasSession]->(:User) AND NOT EXISTS { (c)<-[:AdminTo]-(g) WHERE g.name = 'OUTER' }
      RETURN c.name
      """
    Then the result should be, in any order:
      | c.name |
      | 'DC'   |

  Scenario: Groups with their number of members
    When executing query:
      """
      MATCH (g:Group) OPTIONAL MATCH (m:User)-[:MemberOf]->(g) WITH g, count(m) AS members, collect(m.name) AS names
      WHERE members < 2 RETURN g.name, members, names ORDER BY g.name
      """
    Then the result should be, in order:
      | g.name  | members | names   |
      | 'INNER' | 1       | ['ADA'] |
      | 'OUTER' | 1       | ['BO']  |

  Scenario Outline: Conditions on properties
    When executing query:
      """
      MATCH (n) WHERE <condition> RETURN n.name
      """
    Then the result should be, in any order:
      | n.name |
      | <name> |

    Examples:
      | condition                                             | name  |
      | any(s IN n.spns WHERE s STARTS WITH 'mssql')          | 'ADA' |
      | n.name =~ '(?i)a.a'                                   | 'ADA' |
      | n:User AND NOT coalesce(n.pwdlastset, 0) > 0          | 'BO'  |
      | n.score > 2 AND n:Computer                            | 'DC'  |
      | toLower(n.name) CONTAINS 'nn'                         | 'INNER' |
      | n.pwdlastset < datetime().epochseconds - 86400        | 'ADA' |
      | size([(n)-[:MemberOf]->(g) \| g]) = 1 AND n.enabled    | 'ADA' |

  Scenario: Lists
    When executing query:
      """
      RETURN reduce(sum = 0, x IN [1, 2, 3] | sum + x) AS sum, [x IN range(1, 5) WHERE x % 2 = 1 | x * x] AS squares
      """
    Then the result should be, in any order:
      | sum | squares    |
      | 6   | [1, 9, 25] |

  Scenario: Two queries joined
    When executing query:
      """
      MATCH (n:User) WHERE n.enabled RETURN n.name AS name UNION MATCH (n:Computer) RETURN n.name AS name
      """
    Then the result should be, in any order:
      | name  |
      | 'ADA' |
      | 'PC'  |
      | 'DC'  |

  Scenario Outline: Refused queries
    When executing query:
      """
      <query>
      """
    Then a SyntaxError should be raised at compile time: UnexpectedSyntax

    Examples:
      | query                                   |
      | CREATE (n)                              |
      | MATCH (n) DELETE n                      |
      | CALL db.labels()                        |
      | MATCH (n) RETURN m                      |
      | MATCH (n RETURN n                       |
      | MATCH (n)-[n]-() RETURN n               |
      | RETURN count(count(*))                  |
      | MATCH (n) WHERE count(n) > 1 RETURN n   |

  Scenario: A date has no time of day, and any year
    When executing query:
      """
      RETURN date('2026-11-27T09:00:00Z') AS day, datetime({year: 1, hour: 2}) AS early, date('2026-11-27') < datetime() AS past
      """
    Then the result should be, in order:
      | day          | early                      | past |
      | '2026-11-27' | '0001-01-01T02:00:00Z' | true |

  Scenario: MATCH finds nothing for a node that OPTIONAL MATCH left null
    When executing query:
      """
      OPTIONAL MATCH (n:Printer) MATCH (n) RETURN count(*) AS found
      """
    Then the result should be, in order:
      | found |
      | 0     |

  Scenario: Shortest paths around nodes that are bound before
    When executing query:
      """
      MATCH (x) WHERE x.name IN ['ADA', 'OUTER'] MATCH p = shortestPath((a {name: 'PC'})-[*1..]-(b {name: 'INNER'}))
      WHERE none(n IN nodes(p) WHERE n = x) RETURN x.name, length(p)
      """
    Then the result should be, in any order:
      | x.name  | length(p) |
      | 'ADA'   | 2         |
      | 'OUTER' | 3         |
